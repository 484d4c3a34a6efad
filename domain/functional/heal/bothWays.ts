// Adapts healed tests to a commit without the change that healed them: a step tries its previous locators first, then its current ones.
// Pure.
import { isDeepStrictEqual } from "node:util";
import type { PlannedAction, PlannedScenario, PlannedStep } from "../plan.ts";
import { planFeature } from "../planFeature.ts";
import type { StepDef } from "../stepDef.ts";
import type { Locator } from "../target.ts";
import { type HealPatch, type OfKind, replaceSentence } from "./patch.ts";

export type DefsBothWays = {
  defs: StepDef[];
  /** Number of previous locators at the start of an action's list, by definition and action. */
  earlier: ReadonlyMap<string, number>;
};

const keyOf = (stepDefId: string, action: number): string => `${stepDefId}:${action}`;

/** Returns the definitions with the locators from before these patches in front. `patches`: newest first. */
export function defsBothWays(defs: readonly StepDef[], patches: readonly HealPatch[]): DefsBothWays {
  const known = new Map(defs.map((def) => [def.id, def]));
  const earlier = new Map<string, number>();
  const before = new Map<string, Locator[]>();
  for (const patch of patches) {
    if (patch.kind !== "locators") continue;
    const { stepDefId, action: at } = patch;
    const key = keyOf(stepDefId, at);
    const def = known.get(stepDefId);
    const action = def?.actions[at];
    if (!def || !action?.target) continue;
    const { locators } = action.target;
    // Locators that a person changed since the patch stay unchanged.
    if (!isDeepStrictEqual(before.get(key) ?? locators, patch.after)) continue;
    before.set(key, patch.before);
    const lost = missingFrom(locators, patch.before);
    if (lost.length === 0) continue;
    earlier.set(key, (earlier.get(key) ?? 0) + lost.length);
    const target = { ...action.target, locators: [...lost, ...locators] };
    known.set(stepDefId, { ...def, actions: def.actions.with(at, { ...action, target }) });
  }
  return { defs: [...known.values()], earlier };
}

/** Plans a feature whose sentences these patches rewrote. `patches`: newest first. Throws like `planFeature`. */
export function planBothWays(
  { featureId, text }: { featureId: string; text: string },
  { defs, earlier }: DefsBothWays,
  patches: readonly HealPatch[],
): PlannedScenario[] {
  let planned = marked(planFeature(text, defs), earlier);
  let then = text;
  for (const patch of patches) {
    if (patch.kind === "locators" || patch.featureId !== featureId) continue;
    const line = lineOf(then, patch);
    const changed = line === null ? null : replaceSentence(then, { line, before: patch.after, after: patch.before });
    if (line === null || changed === null) continue;
    then = changed;
    planned = withEarlier(planned, marked(planFeature(then, defs), earlier), line);
  }
  return planned;
}

/** Returns an action as currently defined, without previous locators. */
export function withoutEarlier({ earlier = 0, ...one }: PlannedAction): PlannedAction {
  const { target } = one.action;
  if (earlier === 0 || target === undefined) return one;
  return { ...one, action: { ...one.action, target: { ...target, locators: target.locators.slice(earlier) } } };
}

/** Returns the patch's line, otherwise the only line with its sentence, because lines may have been inserted above it since. */
function lineOf(text: string, { line, after }: OfKind<"sentence" | "definition">): number | null {
  const holds = (at: number): boolean => replaceSentence(text, { line: at, before: after, after }) !== null;
  if (holds(line)) return line;
  const [only, second] = text.split("\n").flatMap((_, at) => (holds(at + 1) ? [at + 1] : []));
  return second === undefined ? (only ?? null) : null;
}

function marked(scenarios: readonly PlannedScenario[], earlier: ReadonlyMap<string, number>): PlannedScenario[] {
  if (earlier.size === 0) return [...scenarios];
  const mark = (one: PlannedAction): PlannedAction => {
    const count = earlier.get(keyOf(one.stepDefId, one.index));
    return count === undefined ? one : { ...one, earlier: count };
  };
  return scenarios.map((scenario) => ({
    ...scenario,
    steps: scenario.steps.map((step) => ({ ...step, actions: step.actions.map(mark) })),
  }));
}

function withEarlier(
  now: readonly PlannedScenario[],
  then: readonly PlannedScenario[],
  line: number,
): PlannedScenario[] {
  const byId = new Map(then.map((scenario) => [scenario.id, scenario]));
  return now.map((scenario) => ({
    ...scenario,
    steps: scenario.steps.map((step, at) => {
      const old = byId.get(scenario.id)?.steps[at];
      return old === undefined || step.place.line !== line ? step : { ...step, actions: joined(step, old) };
    }),
  }));
}

/** Returns the actions, each with the locators of both sentences. */
function joined({ actions }: PlannedStep, old: PlannedStep): PlannedAction[] {
  if (old.state !== "prepared" || old.actions.length !== actions.length) return actions;
  const all = actions.map((one, at) => join(one, old.actions[at] as PlannedAction));
  return all.every((one) => one !== null) ? all : actions;
}

function join(one: PlannedAction, { action: old }: PlannedAction): PlannedAction | null {
  const { target } = one.action;
  if (!isDeepStrictEqual(bare(one.action), bare(old))) return null;
  if (target === undefined || old.target === undefined) return one;
  const lost = missingFrom(target.locators, old.target.locators);
  if (lost.length === 0) return one;
  const action = { ...one.action, target: { ...target, locators: [...lost, ...target.locators] } };
  return { ...one, action, earlier: (one.earlier ?? 0) + lost.length };
}

const bare = ({ target, ...action }: PlannedAction["action"]) => ({
  ...action,
  target: target && { ...target, locators: [] },
});

const missingFrom = (locators: readonly Locator[], wanted: readonly Locator[]): Locator[] =>
  wanted.filter((one) => !locators.some((known) => isDeepStrictEqual(known, one)));
