// How the definitions of the library are written down: short, each parameter once.
import { readPattern } from "../match/pattern.ts";
import type { Action, StepDef, StepParam } from "../stepDef.ts";
import type { Locator, Target } from "../target.ts";

export type Written = {
  /** Without `builtin.`. */
  id: string;
  pattern: string;
  /** Names of the pattern's parameters, in its order. */
  params?: readonly string[];
  /** What the step carries below its sentence. */
  below?: StepParam;
  description: string;
  examples: readonly [string, ...string[]];
  actions: readonly [Action, ...Action[]];
};

/** Definitions of one area of the library; the area is their tag. */
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

/** The target that the first of these locators finds. */
export const target = (...locators: Locator[]): Target => ({ locators });

/** A field by its label, else by the words that are in it while it is empty. */
export const field = (name: string): Target => target({ by: "label", value: name }, { by: "placeholder", value: name });

export const text = (value: string): Target => target({ by: "text", value });
