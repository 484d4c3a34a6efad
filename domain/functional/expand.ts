// Expands a definition for given values: fills in parameters, table rows and used definitions.
import type { PlannedStep } from "./plan.ts";
import { fillParams, fillSelector } from "./references.ts";
import type { Action, StepDef } from "./stepDef.ts";
import type { Locator, Target } from "./target.ts";

/** Maximum depth of definitions that use other definitions. */
export const DEEPEST_USE = 5;
/** Maximum number of actions per step after expansion. */
const MAX_ACTIONS = 300;
/** Maximum total length of a step's filled-in actions, in characters. */
const MAX_CHARACTERS = 1_000_000;

type Planned = PlannedStep["actions"];

/** Returns the actions of a definition, or the problem that prevents it. */
export function expandActions(
  def: StepDef,
  args: Readonly<Record<string, string>>,
  byId: ReadonlyMap<string, StepDef>,
): { actions: Planned } | { problem: string } {
  const actions: Planned = [];
  let characters = 0;
  /** Returns the problem, or null. `above`: ids of the definitions that led here. */
  const expand = (one: StepDef, values: ReadonlyMap<string, string>, above: readonly string[]): string | null => {
    for (const [index, action] of one.actions.entries())
      for (const row of rowsFor(action, values)) {
        if (actions.length >= MAX_ACTIONS) return `The step has more than ${MAX_ACTIONS} actions.`;
        const columns = row ? columnsOf(action) : 0;
        if (row && columns > row.size) return `The table needs ${columns} columns.`;
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
    // Uses are counted too, because a definition without its own actions adds none to the other count.
    if (uses > MAX_ACTIONS) return `The step uses more than ${MAX_ACTIONS} step definitions.`;
    const used = byId.get(id);
    if (!used) return `The step definition "${id}", which it uses, does not exist or is a draft.`;
    const inner = new Map(used.params.map(({ name }) => [name, fillParams(action.args?.[name] ?? "", values)]));
    return expand(used, inner, above);
  };
  const problem = expand(def, new Map(Object.entries(args)), []);
  return problem ? { problem } : { actions };
}

/** Returns the values that each repetition of an action adds: one repetition without any, or one per row of its table. */
function rowsFor({ each }: Action, values: ReadonlyMap<string, string>): (Map<string, string> | null)[] {
  if (each === undefined) return [null];
  return rowsIn(values.get(each) ?? "[]").map((cells) => new Map(cells.map((cell, at) => [`row.${at + 1}`, cell])));
}

/** Returns the number of columns that an action reads from each row of its table. */
const columnsOf = (action: Action): number =>
  Math.max(0, ...[...JSON.stringify(action).matchAll(/\{row\.(\d+)\}/g)].map(([, at]) => Number(at)));

/** Returns the rows of a table stored as JSON, or none if the text is not a table. */
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

/** Fills parameters into every part of a target that may contain them. */
export function fillTarget(target: Target, values: ReadonlyMap<string, string>): Target {
  return {
    ...target,
    locators: target.locators.map((locator) => fillLocator(locator, values)),
    ...(target.within && { within: fillLocator(target.within, values) }),
    ...(target.frame && { frame: fillLocator(target.frame, values) }),
    ...(target.nth !== undefined && { nth: fillParams(target.nth, values) }),
  };
}

/** In a selector, a value is escaped so that it cannot change what else is selected. */
function fillLocator(locator: Locator, values: ReadonlyMap<string, string>): Locator {
  if (locator.by === "css") return { ...locator, value: fillSelector(locator.value, values) };
  return {
    ...locator,
    value: fillParams(locator.value, values),
    ...(locator.name !== undefined && { name: fillParams(locator.name, values) }),
  };
}
