// What a definition does for given values: parameters filled in, rows of tables and used definitions unrolled.
import type { PlannedStep } from "./plan.ts";
import { fillParams, fillSelector } from "./references.ts";
import type { Action, StepDef } from "./stepDef.ts";
import type { Locator, Target } from "./target.ts";

/** Definitions that use definitions may be so many levels deep. */
export const DEEPEST_USE = 5;
/** Actions of one step after everything is unrolled. */
const MAX_ACTIONS = 300;
/** Characters of all values of one step. */
const MAX_CHARACTERS = 1_000_000;

type Planned = PlannedStep["actions"];

/** The actions of a definition, or why they cannot be told. */
export function expandActions(
  def: StepDef,
  args: Readonly<Record<string, string>>,
  byId: ReadonlyMap<string, StepDef>,
): { actions: Planned } | { problem: string } {
  const actions: Planned = [];
  let characters = 0;
  /** Answers what is wrong. `above`: the definitions that led here. */
  const expand = (one: StepDef, values: ReadonlyMap<string, string>, above: readonly string[]): string | null => {
    for (const [index, action] of one.actions.entries())
      for (const row of rowsFor(action, values)) {
        if (actions.length >= MAX_ACTIONS) return `The step has more than ${MAX_ACTIONS} actions.`;
        const known = row ? new Map([...values, ...row]) : values;
        if (action.op === "useStep") {
          const problem = use(action, known, [...above, one.id]);
          if (problem) return problem;
          continue;
        }
        const filled = fillAction(action, known);
        characters += JSON.stringify(filled).length;
        if (characters > MAX_CHARACTERS) return "The values of the step are too long.";
        actions.push({ action: filled, stepDefId: one.id, index });
      }
    return null;
  };
  let uses = 0;
  const use = (action: Action, values: ReadonlyMap<string, string>, above: readonly string[]): string | null => {
    const id = action.value ?? "";
    uses += 1;
    if (above.includes(id)) return `The step definition "${id}" uses itself.`;
    if (above.length > DEEPEST_USE) return `Step definitions use each other more than ${DEEPEST_USE} levels deep.`;
    // A definition without actions of its own adds nothing to count.
    if (uses > MAX_ACTIONS) return `The step uses more than ${MAX_ACTIONS} step definitions.`;
    const used = byId.get(id);
    if (!used) return `The step definition "${id}", which it uses, does not exist or is a draft.`;
    const inner = new Map(used.params.map(({ name }) => [name, fillParams(action.args?.[name] ?? "", values)]));
    return expand(used, inner, above);
  };
  const problem = expand(def, new Map(Object.entries(args)), []);
  return problem ? { problem } : { actions };
}

/** The values that each round of an action adds: one round without any, or a round for each row of its table. */
function rowsFor({ each }: Action, values: ReadonlyMap<string, string>): (Map<string, string> | null)[] {
  if (each === undefined) return [null];
  return rowsIn(values.get(each) ?? "[]").map((cells) => new Map(cells.map((cell, at) => [`row.${at + 1}`, cell])));
}

/** The rows of a table that was filled in as JSON; none where the text is something else. */
export function rowsIn(json: string): string[][] {
  try {
    const rows: unknown = JSON.parse(json);
    if (!Array.isArray(rows)) return [];
    return rows.filter(Array.isArray).map((row) => row.map(String));
  } catch {
    return [];
  }
}

function fillAction({ each, args, ...action }: Action, values: ReadonlyMap<string, string>): Action {
  return {
    ...action,
    ...(action.target && { target: fillTarget(action.target, values) }),
    ...(action.value !== undefined && { value: fillParams(action.value, values) }),
    ...(action.name !== undefined && { name: fillParams(action.name, values) }),
  };
}

/** A target with parameters filled in, wherever one may stand in it. */
export function fillTarget(target: Target, values: ReadonlyMap<string, string>): Target {
  return {
    ...target,
    locators: target.locators.map((locator) => fillLocator(locator, values)),
    ...(target.within && { within: fillLocator(target.within, values) }),
    ...(target.frame && { frame: fillLocator(target.frame, values) }),
    ...(target.nth !== undefined && { nth: fillParams(target.nth, values) }),
  };
}

/** Into a selector a value is written so that it cannot change what else is selected. */
function fillLocator(locator: Locator, values: ReadonlyMap<string, string>): Locator {
  if (locator.by === "css") return { ...locator, value: fillSelector(locator.value, values) };
  return {
    ...locator,
    value: fillParams(locator.value, values),
    ...(locator.name !== undefined && { name: fillParams(locator.name, values) }),
  };
}
