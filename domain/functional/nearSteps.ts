// Suggests library sentences similar to an undefined one, by their words: fast, and the same wherever a feature is saved.
import { truncate } from "../text.ts";
import { unify } from "./find/synonyms.ts";
import { stem } from "./find/words.ts";
import { isBelow, matchStep, type StepLibrary } from "./match/library.ts";
import type { PlannedScenario } from "./plan.ts";
import type { StepDef } from "./stepDef.ts";

/** An undefined sentence and suggested replacements. */
export type Suggestion = { line: number; sentence: string; instead: string[] };

const MAX_SUGGESTED = 20;
const MAX_NEAR = 3;
const MIN_LIKENESS = 0.34;

/** Returns the most similar library sentences, with its own values, for each undefined sentence, without duplicates. */
export function suggestionsFor(planned: readonly PlannedScenario[], library: StepLibrary): Suggestion[] {
  const open = planned.flatMap(({ steps }) => steps.filter(({ state }) => state === "undefined"));
  const once = open.filter((step, at) => open.findIndex(({ text }) => text === step.text) === at);
  return once.slice(0, MAX_SUGGESTED).map(({ text, place }) => ({
    line: place.line,
    sentence: truncate(text, 300),
    instead: nearSentences(text, library),
  }));
}

/** Returns up to three sentences, the most similar first. */
export function nearSentences(sentence: string, library: StepLibrary): string[] {
  const { steps } = library;
  const words = meaningOf(sentence);
  const values = valuesOf(sentence);
  const scored = steps.map(({ def }) => ({ def, score: nearness(def, words, values.length) }));
  return (
    scored
      .filter(({ score }) => score >= MIN_LIKENESS)
      .sort((a, b) => b.score - a.score || (a.def.id < b.def.id ? -1 : 1))
      .map(({ def }) => filled(def, values))
      // Sentences whose value has the wrong type, such as text for a number, do not match.
      .filter((text) => text.includes('"<') || matchStep(library, text).length === 1)
      .slice(0, MAX_NEAR)
  );
}

const valuesOf = (sentence: string): string[] =>
  [...sentence.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, one, other]) => one ?? other ?? "");

/** Verbs with the same meaning in test sentences. */
const VERBS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:press|push|tap|hit|select the|choose the)(?:es|s|ed)?\b(?=.*\b(?:button|link|tab)\b)/g, "click"],
  [/\b(?:type|enter|write|input)s?\b/g, "fill in"],
  [/\b(?:view|shown?|display(?:s|ed)?|visible|find)\b/g, "see"],
  [/\b(?:visit|go to|navigate to|browse to)\b/g, "open"],
  [/\b(?:tick|accept)s?\b/g, "check"],
  [/\bpick\b/g, "select"],
];

const LITTLE = new Set(
  "the an and or to of in on at is are be it with for from should user visitor customer they he she that this".split(
    " ",
  ),
);

function meaningOf(text: string): Set<string> {
  const plain = VERBS.reduce((all, [pattern, word]) => all.replace(pattern, word), text.toLowerCase());
  const words = unify(plain)
    .replace(/"[^"]*"|'[^']*'/g, " ")
    .match(/\p{L}{2,}/gu);
  return new Set((words ?? []).filter((word) => !LITTLE.has(word)).map(stem));
}

/** Returns shared words divided by all words, slightly reduced if the number of values differs. */
function nearness({ pattern, description, params }: StepDef, words: ReadonlySet<string>, values: number): number {
  const own = meaningOf(pattern.replace(/\{\w*\}/g, " ").replace(/[()]/g, ""));
  if (own.size === 0 || words.size === 0) return 0;
  const shared = [...own].filter((word) => words.has(word)).length;
  const told = [...meaningOf(description)].filter((word) => words.has(word)).length;
  const taken = params.filter(({ type }) => !isBelow(type)).length;
  const score = (shared + 0.3 * told) / Math.sqrt(own.size * words.size);
  return score - 0.12 * Math.abs(taken - values);
}

/** Returns the first form of a pattern with these values: without optional texts, with the first alternatives. Missing values stay as `<name>`. */
export function filled({ pattern, params }: Pick<StepDef, "pattern" | "params">, values: readonly string[]): string {
  const names = params.filter(({ type }) => !isBelow(type));
  let at = 0;
  return pattern
    .replace(/\([^()]*\)/g, "")
    .replace(/([^\s/{}]+)(?:\/[^\s/{}]+)+/g, "$1")
    .replace(/\{(\w*)\}/g, (_, type: string) => {
      const [value, name] = [values[at], names[at]?.name ?? "value"];
      at += 1;
      return type === "string" ? `"${(value ?? `<${name}>`).replaceAll('"', '\\"')}"` : (value ?? `<${name}>`);
    });
}
