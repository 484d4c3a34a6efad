// Short notation for the definitions of the library, with each parameter written once.
import { readPattern } from "../match/pattern.ts";
import type { Action, StepDef, StepParam } from "../stepDef.ts";
import type { Locator, Target } from "../target.ts";

export type Written = {
  /** Without the prefix `builtin.`. */
  id: string;
  pattern: string;
  /** Names of the pattern's parameters, in order. */
  params?: readonly string[];
  /** The table or text below the sentence. */
  below?: StepParam;
  description: string;
  examples: readonly [string, ...string[]];
  actions: readonly [Action, ...Action[]];
};

/** Creates the definitions of one area of the library; the area becomes their tag. */
export function builtins(area: string, written: readonly Written[]): StepDef[] {
  return written.map(({ id, pattern, params = [], below, description, examples, actions }) => {
    const read = readPattern(pattern);
    const types = typeof read === "string" ? [] : read.types;
    return {
      v: 1,
      id: `builtin.${id}`,
      pattern,
      params: [...params.map((name, at) => ({ name, type: types[at] ?? "string" })), ...(below ? [below] : [])],
      tags: [area],
      description,
      examples: [...examples],
      status: "ready",
      actions: [...actions],
    };
  });
}

export const role = (value: string, name?: string): Locator => ({
  by: "role",
  value,
  ...(name !== undefined && { name }),
});

/** Returns the target for these locators, the first match of which is used. */
export const target = (...locators: Locator[]): Target => ({ locators });

/** Finds a field by its label, otherwise by its placeholder; the engine finds one without either by its name or id, as inspections name it. */
export const field = (name: string): Target => target({ by: "label", value: name }, { by: "placeholder", value: name });

/** Finds a list by its label or, if it has none, by its name or id, as inspections name it. */
export const list = (name: string): Target =>
  target({ by: "label", value: name }, { by: "css", value: `select:is([name="${name}"], [id="${name}"])` });

export const text = (value: string): Target => target({ by: "text", value });
