// "Who approved …", "when was … deleted": what of the audit log is asked for.

/** `action`: a whole one, or what it begins with; "" for all. `only`: what the action must also fit. */
export type AuditQuestion = { action: string; only: RegExp | null };

const VERBS: readonly { is: RegExp; actions: Readonly<Record<string, string>>; only?: RegExp }[] = [
  { is: /\b(approv|accept)\w*/, actions: { result: "results.approve", finding: "finding.accept" } },
  { is: /\breject\w*/, actions: { result: "results.reject" } },
  { is: /\b(undo|undid|undone|took back|taken back)\b/, actions: {}, only: /\.(undo|unaccept)$/ },
  { is: /\b(rolled? back|revert\w*)/, actions: { result: "baseline." } },
  { is: /\b(delet|remov|revok)\w*/, actions: {}, only: /\.(delete|remove|revoke|withdraw|discard)$/ },
  { is: /\b(creat|add|invit|made)\w*/, actions: {}, only: /\.(create|import|invite|set|start|save)$/ },
  { is: /\bcancel\w*/, actions: {}, only: /\.cancel$/ },
  { is: /\b(start|ran|trigger|launch)\w*/, actions: { run: "run.start" }, only: /\.start$/ },
  { is: /\bsign(ed)? in\b/, actions: { user: "user.sign_in" } },
  { is: /\b(chang|edit|renam|set)\w*/, actions: {} },
];

const NOUNS: readonly (readonly [RegExp, string, string])[] = [
  [/\brules?\b/, "rule", ""],
  [/\b(keys?|tokens?)\b/, "key", "key."],
  [/\bschedules?\b/, "schedule", "schedule."],
  [/\bchannels?\b/, "channel", "channel."],
  [/\benvironments?\b/, "environment", "environment."],
  [/\bfeatures?\b/, "feature", "feature."],
  [/\bfindings?\b/, "finding", "finding."],
  [/\b(members?|people|persons?|users?|accounts?)\b/, "user", "user."],
  [/\b(plan|tracking)\b/, "tracking", "tracking."],
  [/\bscenarios?\b/, "scenario", "scenario."],
  [/\b(settings?|projects?)\b/, "project", "project."],
  [/\b(runs?|tests?|audits?)\b/, "run", "run."],
];
const RULES = /^(comparison|content|wide)Rule\./;

/** Null: the question is about something else. */
export function auditQuestionOf(message: string): AuditQuestion | null {
  const text = message.toLowerCase();
  const verb = VERBS.find(({ is }) => is.test(text));
  if (!verb) return null;
  const noun = NOUNS.find(([is]) => is.test(text));
  const fixed = verb.actions[noun?.[1] ?? "result"] ?? verb.actions.result;
  if (fixed !== undefined) return { action: fixed, only: null };
  const only = noun?.[1] === "rule" ? RULES : (verb.only ?? null);
  return { action: noun?.[2] ?? "", only };
}
