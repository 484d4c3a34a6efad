// Maps a message to tools: which ideas it contains, which intents they form, and which args are missing.
import { type Entities, entitiesOf, type Vocabulary } from "./entities.ts";
import { byName } from "./facts.ts";
import { IDEAS, type Idea, type Intent, type Taken } from "./intents.ts";

export type IntentMatch = {
  tool: string;
  does: string;
  /** 0 to 0.95, because no table is certain. */
  confidence: number;
  args: Record<string, unknown>;
  /** Args that the message does not contain, taken from the failure it refers to. */
  filled: Taken[];
  /** Args that the tool needs and the message does not contain. */
  missing: Taken[];
  /** The ideas it was recognised by. */
  because: Idea[];
};

/** A failed result that a message may refer to without naming its whole place. */
export type FailedPlace = { scenarioLabel: string; viewport: string };

export type IntentAnswer = { ideas: Idea[]; entities: Entities; matches: IntentMatch[] };

/** What each part adds to the confidence. */
export const CONFIDENCE = {
  base: 0.3,
  idea: 0.2,
  also: 0.1,
  hint: 0.15,
  wider: -0.15,
  filled: -0.05,
  missing: -0.15,
  most: 0.95,
} as const;
/** Minimum confidence; below it, a match is a guess. */
export const LIKELY = 0.5;

/** Returns the matching intents, most certain first; among equals those that change nothing, then by name. One entry per tool. */
export function intentsOf(
  message: string,
  vocabulary: Vocabulary & { project: string; environment?: string | null; failures?: readonly FailedPlace[] },
  intents: readonly Intent[],
): IntentAnswer {
  const entities = entitiesOf(message, vocabulary);
  const text = message.toLowerCase();
  const ideas = (Object.keys(IDEAS) as Idea[]).filter((idea) => IDEAS[idea].test(text));
  const has = new Set(ideas);
  const given = argsOf(entities, vocabulary);
  const failure = failureMeant(entities, vocabulary.failures ?? []);
  const matches = intents.flatMap((intent) => matchOf(intent, has, given, failure) ?? []);
  const changes = new Map(intents.map((intent) => [intent.tool, intent.changes]));
  // Among equally likely ones, the one that changes nothing comes first.
  matches.sort(
    (a, b) =>
      b.confidence - a.confidence ||
      Number(changes.get(a.tool)) - Number(changes.get(b.tool)) ||
      byName(a.tool, b.tool),
  );
  return { ideas, entities, matches };
}

/** Returns the worst failure that matches what is named, or nothing if a name is unknown or several things are named. */
function failureMeant(
  { scenarios, viewports, quoted }: Entities,
  failures: readonly FailedPlace[],
): FailedPlace | null {
  if (scenarios.length > 1 || viewports.length > 1 || (quoted.length > 0 && scenarios.length === 0)) return null;
  const fits = (named: readonly string[], value: string) => named.length === 0 || named.includes(value);
  return failures.find((one) => fits(scenarios, one.scenarioLabel) && fits(viewports, one.viewport)) ?? null;
}

function matchOf(
  intent: Intent,
  has: ReadonlySet<Idea>,
  named: Partial<Record<Taken, unknown>>,
  failure: FailedPlace | null,
): IntentMatch | null {
  if (intent.not?.some((idea) => has.has(idea))) return null;
  const [best] = intent.when.filter((set) => set.every((idea) => has.has(idea))).sort((a, b) => b.length - a.length);
  if (!best) return null;
  const also = (intent.also ?? []).filter((idea) => has.has(idea));
  // Most tools for failures are about screenshots, so naming the visual pillar narrows nothing down.
  const isNamed = (name: Taken) => named[name] !== undefined && !(name === "pillar" && named.pillar === "visual");
  const hints = (intent.hints ?? []).filter(isNamed);
  const wider = (intent.wider ?? []).filter(isNamed);
  // A tool that needs the place of one result gets that of the failure referred to.
  const fills = failure && intent.needs.includes("scenarioLabel") && intent.needs.includes("viewport") ? failure : {};
  const said = Object.entries(named).filter(([, value]) => value !== undefined);
  const given: Partial<Record<Taken, unknown>> = { ...fills, ...Object.fromEntries(said) };
  const filled = intent.needs.filter((name) => named[name] === undefined && given[name] !== undefined);
  const missing = intent.needs.filter((name) => given[name] === undefined);
  const { base, idea, most } = CONFIDENCE;
  const sum =
    base +
    idea * best.length +
    CONFIDENCE.also * also.length +
    CONFIDENCE.hint * hints.length +
    CONFIDENCE.wider * wider.length +
    CONFIDENCE.filled * filled.length +
    CONFIDENCE.missing * missing.length;
  return {
    tool: intent.tool,
    does: intent.does,
    confidence: Math.round(100 * Math.min(most, Math.max(0.05, sum))) / 100,
    args: Object.fromEntries(intent.takes.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]]))),
    filled,
    missing,
    because: [...best, ...also],
  };
}

/** Returns everything the message contains, under the arg names of the tools. A name that could mean two things is left out. */
function argsOf(
  found: Entities,
  { project, environment = null }: { project: string; environment?: string | null },
): Partial<Record<Taken, unknown>> {
  const { scenarios, viewports, browsers, pillars, urls, runIds, jobIds } = found;
  const some = <T>(list: readonly T[]) => (list.length > 0 ? list : undefined);
  const one = <T>(list: readonly T[]) => (list.length === 1 ? list[0] : undefined);
  return {
    project,
    environment: found.environment ?? environment ?? undefined,
    runId: one(runIds),
    jobId: one(jobIds),
    scenarioLabel: one(scenarios),
    scenarios: some(scenarios),
    viewport: one(viewports),
    viewports: some(viewports),
    browsers: some(browsers),
    pillar: one(pillars),
    pillars: some(pillars),
    url: one(urls),
    // A new scenario's label is in quotation marks.
    label: one(found.quoted),
    selector: found.selector ?? undefined,
    mode: found.mode ?? undefined,
    format: found.format ?? undefined,
    prNumber: found.prNumber ?? undefined,
    branch: found.branch ?? undefined,
    commitSha: found.commitSha ?? undefined,
  };
}
