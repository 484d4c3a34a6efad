// Turns clauses into library steps, using the names of elements on the pages. It never writes a name that no page shows.
import { isUsableName, SAY } from "../library/sentences.ts";
import type { ReadAfter, ReadPage } from "./pages.ts";
import { RULES } from "./rules/index.ts";
import type { Rule } from "./rules/rule.ts";
import { type ComposedStep, look, type State } from "./state.ts";
import { NUMBER, numberOf } from "./words.ts";

export type { ReadAfter, ReadPage, SeenAfter, SeenControl } from "./pages.ts";
export type { ComposedStep } from "./state.ts";

export type Composed = {
  steps: ComposedStep[];
  /** Clauses for which no step was found, with the reason. */
  unresolved: { clause: string; reason: string }[];
  /** The page after the last step, as far as known. */
  path: string;
};

const REJECT = /^(?:reject|decline|refuse|deny)(?: all)?(?: cookies)?$/i;
const NO_RULE = "No rule makes steps of it; write them with frt_suggest_steps.";

/**
 * Returns the steps for a goal's clauses from a start path on. With `readAfter`, the page is read in its state after the previous steps,
 * which
 * is needed for sites that render on the client or require a session; without it, each URL is read independently.
 */
export async function compose(
  startPath: string,
  clauses: readonly string[],
  readGiven: ReadPage,
  readAfter: ReadAfter | null = null,
): Promise<Composed> {
  const state = await begin(startPath, readGiven, readAfter);
  const unresolved: Composed["unresolved"] = [];
  for (const clause of clauses) {
    const reason = await repeated(state, clause);
    if (reason !== null) unresolved.push({ clause, reason });
  }
  return { steps: state.steps, unresolved, path: state.path };
}

async function begin(startPath: string, readGiven: ReadPage, readAfter: ReadAfter | null): Promise<State> {
  // Control names come from the page, so names that would be read as a reference are ignored.
  const readPage: ReadPage = async (path) =>
    (await readGiven(path))?.filter(({ name }) => name === "" || isUsableName(name)) ?? null;
  const first = { keyword: "Given" as const, text: SAY.open(startPath) };
  const seen = readAfter === null ? null : await readAfter([first.text]);
  const controls =
    seen?.controls.filter(({ name }) => name === "" || isUsableName(name)) ?? (await readPage(startPath)) ?? [];
  const state: State = {
    path: startPath,
    controls,
    steps: [first],
    texts: seen?.texts ?? [],
    before: new Set(),
    stale: false,
    unseen: null,
    named: null,
    own: [],
    foreign: new Set(),
    field: null,
    readPage,
    readAfter: seen === null ? null : readAfter,
  };
  const banner = controls.find(({ role, name, count }) => role === "button" && count === 1 && REJECT.test(name));
  if (banner) state.steps.push({ keyword: "Given", text: SAY.click("button", banner.name) });
  return state;
}

const TIMES = new RegExp(`\\s+(?:(twice)|(${NUMBER})\\s+times)$`, "i");
const MAX_TIMES = 10;

/** Adds the steps of a clause as often as it says: `clicks "Add" twice`. */
async function repeated(state: State, clause: string): Promise<string | null> {
  const [end, twice, told = ""] = TIMES.exec(clause) ?? [];
  if (end === undefined) return stepsOf(state, clause);
  const times = twice === undefined ? numberOf(told) : 2;
  const once = clause.slice(0, -end.length);
  const from = state.steps.length;
  let reason = times > MAX_TIMES ? `At most ${MAX_TIMES} repetitions become steps.` : null;
  for (let n = 0; n < times && reason === null; n += 1) reason = await stepsOf(state, once);
  if (reason === null && state.steps.slice(from).every(({ keyword }) => keyword === "Then")) {
    state.steps.length = from;
    reason = "How often something is shown does not become a step of its own.";
  }
  return reason;
}

/** Parts of a clause that change its meaning and that no rule turns into steps. Names in quotes are not part of it. */
const UNSAID: readonly (readonly [RegExp, string])[] = [
  [/""\s*,?\s*(?:or|oder|ou)\s+(?:\S+\s+)??""/i, "It leaves open which of several is meant."],
  [/\b(?:double|right|middle|long|shift|ctrl)[- ]?(?:click|press|tap)/i, "It means another click than the usual one."],
];

const DENIALS = /\b(?:not|\w+n['’]t|cannot|never|neither|nor|nobody|nothing|instead of|rather than)\b/gi;
const DENIED =
  "It says what does not happen. Only a text that is not shown becomes a step: put it in quotes, in a clause of its own.";
const denialsIn = (text: string): number => text.match(DENIALS)?.length ?? 0;

/**
 * Adds a rule's steps for a clause with denials, if they belong to the name or the text on the page that the rule found: `sees that nothing
 * was found`. Otherwise the clause denies what the steps do, and none are added.
 */
async function asNamed(state: State, rule: Rule, match: RegExpExecArray): Promise<string | null | undefined> {
  await look(state);
  const { readAfter } = state;
  const before: State = { ...state, steps: [...state.steps], own: [...state.own], foreign: new Set(state.foreign) };
  const shown = [
    ...state.texts.map(({ text }) => text),
    ...state.controls.flatMap(({ name, row = "", options = [] }) => [name, row, ...options]),
  ].filter((text) => denialsIn(text) >= denialsIn(match.input));
  // Nothing is executed that the clause may deny.
  state.readAfter = null;
  const reason = await rule.steps(state, match);
  state.readAfter = readAfter;
  const added = state.steps.slice(before.steps.length);
  if (reason === null && added.some(({ text }) => shown.some((one) => text.includes(`"${one}"`)))) {
    state.stale ||= added.some(({ keyword }) => keyword === "When");
    return null;
  }
  Object.assign(state, before);
  return reason === undefined ? undefined : DENIED;
}

/** Adds the steps of a clause. Returns why there are none, or null. */
async function stepsOf(state: State, clause: string): Promise<string | null> {
  // The subject is irrelevant, except in the library's expectations, which begin with it.
  const deed = clause.replace(/^(?:I|we)\s+(?!(?:should\s+)?see\b)(?:(?:can|should|must|will)\s+)?/i, "");
  const said = deed.replace(/"[^"]*"/g, '""');
  const isDenied = denialsIn(said) > 0;
  const [, unsaid] = UNSAID.find(([words]) => words.test(said)) ?? [];
  for (const rule of RULES)
    for (const pattern of rule.fits) {
      const match = pattern.exec(deed);
      if (!match) continue;
      if (unsaid !== undefined && !rule.denies) return unsaid;
      const reason = await (isDenied && !rule.denies ? asNamed(state, rule, match) : rule.steps(state, match));
      if (reason !== undefined) return reason;
      break;
    }
  return NO_RULE;
}

/** Returns the text of a feature with one scenario. */
export function gherkinOf(name: string, steps: readonly ComposedStep[]): string {
  let before: string | null = null;
  const lines = steps.map(({ keyword, text }) => {
    const word = keyword === before ? "And" : keyword;
    before = keyword;
    return `    ${word} ${text}`;
  });
  return [`Feature: ${name}`, "", `  Scenario: ${name}`, ...lines, ""].join("\n");
}
