// Finds the definition of a sentence.
import type { StepArgument } from "../plan.ts";
import type { StepDef } from "../stepDef.ts";
import { type Pattern, readPattern } from "./pattern.ts";

export type LibraryStep = { def: StepDef; pattern: Pattern };

/** Definitions with their parsed patterns. */
export type StepLibrary = {
  steps: LibraryStep[];
  byId: ReadonlyMap<string, StepDef>;
};

/** A definition that a sentence matches, with the values of the pattern's parameters. */
export type StepMatch = { def: StepDef; values: string[] };

/** Parses the patterns of all ready definitions. A definition with an unusable pattern matches nothing. */
export function readLibrary(defs: readonly StepDef[]): StepLibrary {
  const ready = defs.filter(({ status }) => status === "ready");
  const steps = ready.flatMap((def) => {
    const pattern = readPattern(def.pattern);
    return typeof pattern === "string" ? [] : [{ def, pattern }];
  });
  return { steps, byId: new Map(ready.map((def) => [def.id, def])) };
}

/** Returns every definition that a sentence matches. */
export function matchStep({ steps }: StepLibrary, text: string): StepMatch[] {
  return steps.flatMap(({ def, pattern }) => {
    const values = pattern.match(text);
    return values ? [{ def, values }] : [];
  });
}

/** Returns the values of a step by parameter name, or why the step does not have what the definition needs. */
export function bindArguments(
  { def, values }: StepMatch,
  argument: StepArgument | null,
): { args: Record<string, string> } | { problem: string } {
  const args: Record<string, string> = {};
  const ofPattern = def.params.filter(({ type }) => !isBelow(type));
  for (const [at, { name }] of ofPattern.entries()) args[name] = values[at] ?? "";
  const below = def.params.find(({ type }) => isBelow(type));
  if (below && argument?.kind !== below.type)
    return { problem: `The step needs a ${BELOW[below.type as keyof typeof BELOW]} below it.` };
  if (!below && argument) return { problem: `The step takes no ${BELOW[argument.kind]}.` };
  if (below && argument)
    args[below.name] = argument.kind === "table" ? JSON.stringify(argument.rows) : argument.content;
  return { args };
}

const BELOW = { table: "data table", docString: "doc string" } as const;

export const isBelow = (type: string): type is keyof typeof BELOW => Object.hasOwn(BELOW, type);
