// Parses questions about the audit log, such as "Who approved …" and "when was … deleted".

/** `action`: a complete action or a prefix of one; "" for all. `only`: pattern that the action must also match. */
export type AuditQuestion = { action: string; only: RegExp | null };

const VERBS: readonly { is: RegExp; actions: Readonly<Record<string, string>>; only?: RegExp }[] = [
  { is: /\b(approv\w*|accept(s|ed)?)\b/, actions: { result: "results.approve", finding: "finding.accept" } },
  { is: /\breject\w*/, actions: { result: "results.reject" } },
  { is: /\b(undo|undid|undone|took back|taken back)\b/, actions: {}, only: /\.(undo|unaccept)$/ },
  { is: /\b(rolled? back|revert\w*)/, actions: { result: "baseline." } },
  { is: /\b(delet|remov|revok)\w*/, actions: {}, only: /\.(delete|remove|revoke|withdraw|discard)$/ },
  {
    is: /\b(creat(es?|ed)?|add(s|ed)?|invit\w*|made)\b/,
    actions: {},
    only: /\.(create|import|invite|set|start|save)$/,
  },
  { is: /\bcancel\w*/, actions: {}, only: /\.cancel$/ },
  { is: /\b(start(s|ed)?|ran|trigger(s|ed)?|launch(es|ed)?)\b/, actions: { run: "run.start" }, only: /\.start$/ },
  { is: /\bsign(ed)? in\b/, actions: { user: "user.sign_in" } },
  { is: /\b(chang(es?|ed|ing)|edit(s|ed)?|renam(es?|ed)|sets?)\b/, actions: { role: "user.role" } },
];

const NOUNS: readonly (readonly [RegExp, string, string])[] = [
  [/\broles?\b/, "role", "user."],
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

/** Words of a question that never name its subject. */
const NO_SUBJECT = new Set([
  "picture",
  "pictures",
  "tell",
  ...`a about above ago all also an and any anyone anybody as at be been before branch by change changes chat current day days did do does done each
  api else ever every everything exactly first for from had has have he her him his home hour hours i in is it its just last late lately later
  latest me minute minutes month months my new newest now of on one organisation organization our out page pages person please point recent
  recently release result results run s same say screen screenshot screenshots she side site so someone somebody team that the their them then there these they thing things this those
  time times to today tonight two up us was we website week weeks were what when where which who whom why will with yesterday year you your
  baseline baselines case cases comparison content everyone exact ignored ignore image images look looks proposal proposals
  scheduled several than version versions wide`.split(/\s+/),
]);

/**
 * Returns the verb of the question: the first after "who", otherwise the last, as in "When was the start page changed?". Other verbs belong
 * to names.
 */
function verbIn(text: string) {
  const found = VERBS.flatMap((verb) =>
    [...text.matchAll(new RegExp(verb.is, "g"))].map(({ 0: word, index }) => ({ ...verb, word, index })),
  ).sort((a, b) => a.index - b.index);
  const who = text.search(/\bwho\b/);
  return (who < 0 ? undefined : found.find(({ index }) => index > who)) ?? found.at(-1);
}

/** Returns the words that name the subject of the question, without those for the action and the kind of thing; [] if there are none. */
export function subjectOf(message: string): string[] {
  const whole = message.toLowerCase();
  const { index = 0, word = "" } = verbIn(whole) ?? {};
  const text = NOUNS.reduce(
    (left, [is]) => left.replace(new RegExp(is, "g"), " "),
    `${whole.slice(0, index)} ${whole.slice(index + word.length)}`,
  );
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}@._/-]*/gu) ?? [];
  return words.map((word) => word.replace(/[._/-]+$/, "")).filter((word) => !NO_SUBJECT.has(word));
}

/** Returns null if the question is not about the audit log. */
export function auditQuestionOf(message: string): AuditQuestion | null {
  const text = message.toLowerCase();
  const verb = verbIn(text);
  if (!verb) return null;
  const noun = NOUNS.find(([is]) => is.test(text));
  const fixed = verb.actions[noun?.[1] ?? "result"] ?? verb.actions.result;
  if (fixed !== undefined) return { action: fixed, only: null };
  const only = noun?.[1] === "rule" ? RULES : (verb.only ?? null);
  return { action: noun?.[2] ?? "", only };
}
