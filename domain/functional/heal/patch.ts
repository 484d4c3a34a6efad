// What healing changes: only how one action finds its element. A definition of the project gets another locator; if the element's name is
// in the sentence, or the definition is built in, the sentence is rewritten. Pure.
import { isDeepStrictEqual } from "node:util";
import { ACTIONS } from "../actions.ts";
import type { PlannedScenario, PlannedStep } from "../plan.ts";
import { planFeature } from "../planFeature.ts";
import { BUILTIN_PREFIX, stepDefProblems } from "../readStepDef.ts";
import { referencesOf } from "../references.ts";
import type { Action, StepDef } from "../stepDef.ts";
import { STEP_LIMITS } from "../stepDefShape.ts";
import type { Locator } from "../target.ts";
import { FITS } from "./propose.ts";

/** A sentence of a feature, changed based on this version of it. `line`: 1-based line in its text. */
export type SentenceChange = { featureId: string; version: number; line: number; before: string; after: string };

export type HealPatch =
  /** New locators for one action of a definition of the project. */
  | { kind: "locators"; stepDefId: string; version: number; action: number; before: Locator[]; after: Locator[] }
  /** The sentence uses the element's current name. */
  | ({ kind: "sentence" } & SentenceChange)
  /** No sentence of the library can name the element, so the project gets a definition for it. */
  | ({ kind: "definition"; def: StepDef } & SentenceChange);

/** A feature's text and the definitions that its sentences may use. */
export type Tests = { text: string; defs: readonly StepDef[] };

/**
 * Returns the locators of a target, the new one first. Locators without a match stay at the end, because another environment may still
 * have their
 * element.
 */
export function withLocator(found: Locator, before: readonly { locator: Locator; count: number }[]): Locator[] {
  const kept = before.filter(({ locator, count }) => count === 0 && !isDeepStrictEqual(locator, found));
  return [found, ...kept.map(({ locator }) => locator)].slice(0, STEP_LIMITS.locators);
}

/**
 * Applies a patch. Returns an error sentence if the patch does not fit the current state or would change more than how
 * one action finds its element: values, expectations, their order and every other sentence must stay identical.
 */
export function applyPatch(tests: Tests, patch: HealPatch): Tests | string {
  const patched = patch.kind === "locators" ? withLocators(tests, patch) : withSentence(tests, patch);
  if (typeof patched === "string") return patched;
  const line = patch.kind === "locators" ? null : patch.line;
  return plansDiffer(planFeature(tests.text, tests.defs), planFeature(patched.text, patched.defs), line) ?? patched;
}

/** Applies several patches one after the other. All patches of a feature or definition are based on the same version of it. */
export function applyPatches(tests: Tests, patches: readonly HealPatch[]): Tests | string {
  let patched = tests;
  for (const patch of patches) {
    const next = applyPatch(patched, patch);
    if (typeof next === "string") return next;
    patched = next;
  }
  return patched;
}

/** Groups the patches that are written together: those of a definition, or of a feature with the definitions that its new sentences need. */
export const healedThings = (patches: readonly HealPatch[]): HealedThing[] =>
  [...Map.groupBy(patches, (patch) => (patch.kind === "locators" ? `def ${patch.stepDefId}` : patch.featureId))].map(
    ([, group]) =>
      group[0]?.kind === "locators"
        ? { what: "def", patches: group as OfKind<"locators">[] }
        : { what: "feature", patches: group as OfKind<"sentence" | "definition">[] },
  );
export type HealedThing =
  | { what: "def"; patches: OfKind<"locators">[] }
  | { what: "feature"; patches: OfKind<"sentence" | "definition">[] };

export type OfKind<K extends HealPatch["kind"]> = Extract<HealPatch, { kind: K }>;

function withLocators({ text, defs }: Tests, patch: OfKind<"locators">): Tests | string {
  const def = defs.find(({ id }) => id === patch.stepDefId);
  if (def === undefined) return `The step definition "${patch.stepDefId}" is gone.`;
  const after = defWithLocators(def, patch);
  return typeof after === "string" ? after : { text, defs: defs.map((one) => (one === def ? after : one)) };
}

/** Returns the definition with other locators in one of its actions, or an error sentence if more than locators would change. */
export function defWithLocators(def: StepDef, { action: at, before, after }: OfKind<"locators">): StepDef | string {
  if (def.id.startsWith(BUILTIN_PREFIX)) return `"${def.id}" is built in and cannot be changed.`;
  const action = def.actions[at];
  if (action?.target === undefined) return `The step definition "${def.id}" has no element in its action ${at + 1}.`;
  if (!isHealable(action)) return `${action.op} is an expectation or finds no element to use: it is not healed.`;
  if (!isDeepStrictEqual(action.target.locators, before))
    return `The locators of the step definition "${def.id}" have changed since.`;
  const actions = def.actions.with(at, { ...action, target: { ...action.target, locators: after } });
  const changed = { ...def, actions };
  const [problem] = stepDefProblems(changed);
  if (problem) return `The new locator cannot be used: ${problem.path} ${problem.message}.`;
  return locatorsOnly(def, changed) ?? changed;
}

/** Returns null if the definitions differ only in locators of actions, otherwise a sentence about the other difference. */
export function locatorsOnly(before: StepDef, after: StepDef): string | null {
  const { actions: old, ...rest } = before;
  const { actions: now, ...others } = after;
  const changed = (Object.keys({ ...rest, ...others }) as (keyof typeof rest)[]).find(
    (key) => !isDeepStrictEqual(rest[key], others[key]),
  );
  if (changed) return `The patch would change the definition's ${changed}.`;
  if (old.length !== now.length) return "The patch would change how many actions the definition has.";
  return old.map((action, at) => actionsDiffer(action, now[at])).find((why) => why !== null) ?? null;
}

/** Whether the action uses an element. Expectations are never healed. */
export const isHealable = ({ op, target }: Action): boolean =>
  target !== undefined && Object.hasOwn(FITS, op) && !ACTIONS[op].expects;

function actionsDiffer(before: Action, after: Action | undefined): string | null {
  if (isDeepStrictEqual(before, after)) return null;
  if (!isHealable(before)) return `The patch would change ${before.op}, which is not an action on an element.`;
  const [known, refers] = [referencesIn(before), referencesIn(after)];
  if (refers.some((one) => !known.includes(one))) return "The patch would have a locator refer to other values.";
  const bare = (action: Action | undefined) => action && { ...action, target: { ...action.target, locators: [] } };
  return isDeepStrictEqual(bare(before), bare(after))
    ? null
    : `The patch would change more of ${before.op} than its locators.`;
}

const referencesIn = (action: Action | undefined): string[] =>
  (action?.target?.locators ?? []).flatMap(({ value, name = "" }) =>
    [value, name].flatMap((text) => referencesOf(text).map((one) => `${one.kind}.${one.name}`)),
  );

function withSentence({ text, defs }: Tests, patch: OfKind<"sentence" | "definition">): Tests | string {
  const replaced = replaceSentence(text, patch);
  if (replaced === null)
    return `Line ${patch.line} of the feature is not the sentence "${patch.before}": it has changed, or it is filled in from an outline's examples.`;
  if (patch.kind === "sentence") return { text: replaced, defs };
  const [problem] = stepDefProblems(patch.def);
  if (problem) return `The new step definition cannot be used: ${problem.path} ${problem.message}.`;
  const known = defs.find(({ id }) => id === patch.def.id);
  if (known === undefined) return { text: replaced, defs: [...defs, patch.def] };
  return isDeepStrictEqual(known, patch.def)
    ? { text: replaced, defs }
    : `There is another step definition "${patch.def.id}" by now.`;
}

/** Replaces one sentence. Returns null if the line does not contain it. */
export function replaceSentence(
  text: string,
  { line, before, after }: Pick<SentenceChange, "line" | "before" | "after">,
): string | null {
  const lines = text.split("\n");
  const [, start, sentence, end] =
    /^(\s*(?:Given|When|Then|And|But|\*) +)(.*?)(\s*)$/.exec(lines[line - 1] ?? "") ?? [];
  if (sentence === undefined || sentence !== before) return null;
  return lines.with(line - 1, `${start}${after}${end}`).join("\n");
}

/** Returns how two plans differ other than in locators of actions, or null. `line`: where the sentence itself may differ. */
export function plansDiffer(
  before: readonly PlannedScenario[],
  after: readonly PlannedScenario[],
  line: number | null,
): string | null {
  if (before.length !== after.length) return "The patch would change how many scenarios the feature has.";
  for (const [at, { steps: old, ...scenario }] of before.entries()) {
    const { steps: now, ...other } = after[at] as PlannedScenario;
    if (!isDeepStrictEqual(scenario, other) || old.length !== now.length)
      return `The patch would change more of the scenario "${scenario.name}" than one sentence.`;
    for (const [index, step] of old.entries()) {
      const why = stepsDiffer(step, now[index] as PlannedStep, step.place.line === line);
      if (why !== null) return why;
    }
  }
  return null;
}

function stepsDiffer(before: PlannedStep, after: PlannedStep, reworded: boolean): string | null {
  const same = isDeepStrictEqual(outline(before, reworded), outline(after, reworded));
  if (!same) return `The patch would change the sentence "${before.text}" in more than how it finds its element.`;
  const old = before.actions.map(({ action }) => action);
  const now = after.actions.map(({ action }) => action);
  if (old.length !== now.length) return `The patch would change what "${before.text}" does.`;
  return old.map((action, at) => actionsDiffer(action, now[at])).find((why) => why !== null) ?? null;
}

/**
 * Returns the parts of a step that must stay the same. A rewritten sentence has other text, values and definitions; its actions are
 * compared
 * separately.
 */
function outline({ actions, args, text, stepDefId, ...rest }: PlannedStep, reworded: boolean) {
  const from = actions.map((one) => [one.stepDefId, one.index]);
  return reworded ? rest : { ...rest, args, text, stepDefId, from };
}
