// Checks whether a step definition can be stored along with the others of its project. Reads and writes nothing.
import { isDeepStrictEqual } from "node:util";
import { ProductError } from "../../../domain/errors.ts";
import { expandActions } from "../../../domain/functional/expand.ts";
import { matchStep, readLibrary } from "../../../domain/functional/match/library.ts";
import { prepare } from "../../../domain/functional/planFeature.ts";
import { BUILTIN_PREFIX, readStepDef } from "../../../domain/functional/readStepDef.ts";
import { cleanStepDef } from "../../../domain/functional/secrets/cleanStepDef.ts";
import { HOW_TO_KEEP, passwordIn } from "../../../domain/functional/secrets/cleanText.ts";
import type { KnownSecret } from "../../../domain/functional/secrets/knownSecrets.ts";
import type { StepDef } from "../../../domain/functional/stepDef.ts";
import { refused } from "../../../domain/import/problems.ts";

/** The parts of a definition that people write; the rest has defaults. */
export type WrittenStepDef = Pick<StepDef, "id" | "pattern" | "actions"> & Partial<StepDef>;

/** `before`: the stored definition, whose existing content remains valid. */
export type CheckedStepDef = {
  written: WrittenStepDef;
  defs: readonly StepDef[];
  known: readonly KnownSecret[];
  before?: StepDef | undefined;
};

/** Returns the definition as it can be stored along with the others. Throws the same errors as `createStepDef`. Reads and writes nothing. */
export function checkStepDef({ written, defs, known, before }: CheckedStepDef): StepDef {
  const given = readStepDef({ v: 1, params: [], tags: [], description: "", examples: [], status: "ready", ...written });
  if (given.id.startsWith(BUILTIN_PREFIX)) throw builtIn(given.id);
  const def = storable(known, given, defs, before);
  checkBeside(def, defs, before);
  return def;
}

/**
 * Returns the definition without secrets: secrets that environments store become references. Throws `validation_error` with the paths of
 * what cannot be stored; content that `before` already has stays valid.
 */
export function storable(
  known: readonly KnownSecret[],
  written: StepDef,
  defs: readonly StepDef[],
  before?: StepDef,
): StepDef {
  const { def, problems } = cleanStepDef(written, known);
  const same = (path: string): boolean => before !== undefined && isDeepStrictEqual(at(before, path), at(def, path));
  const library = readLibrary([...defs.filter(({ id }) => id !== def.id), { ...def, status: "ready" }]);
  const examples = def.examples.flatMap((text, n) => {
    const step = { index: 0, keyword: "When", place: { line: n + 1, column: 1 }, text, argument: null };
    const typed = passwordIn({ ...step, ...prepare(step, library) });
    return typed ? [{ path: `examples[${n}]`, message: `is not stored: it shows a password. ${HOW_TO_KEEP}` }] : [];
  });
  const fresh = [...problems, ...examples].filter(({ path }) => !same(path));
  if (fresh.length > 0) throw refused("The step definition cannot be used", fresh);
  return def;
}

/** Returns the value at a path such as `actions[1].value`; for an action the whole action, because its position may matter. */
function at(def: StepDef, path: string): unknown {
  const [, list, n] = /^(\w+)\[(\d+)\]/.exec(path) ?? [];
  const value = def[(list ?? path) as keyof StepDef];
  return Array.isArray(value) && n !== undefined ? value[Number(n)] : value;
}

/**
 * Throws unless the definition is distinguishable from the others and does not use itself through them. `before`: the stored definition
 * that it replaces.
 */
export function checkBeside(def: StepDef, defs: readonly StepDef[], before?: StepDef): void {
  const others = defs.filter((one) => one.id !== def.id);
  const library = readLibrary(others.map((one) => ({ ...one, status: "ready" })));
  for (const [at, example] of def.examples.entries()) {
    const [same] = matchStep(library, example);
    if (same)
      throw new ProductError(
        "conflict",
        `The example "${example.slice(0, 100)}" already matches the step definition "${same.def.id}". Use that one, or choose other words.`,
        { fields: [{ path: `examples[${at}]`, message: `means ${same.def.id}` }] },
      );
  }
  const twin = others.find((one) => one.pattern === def.pattern);
  if (twin) throw new ProductError("conflict", `The step definition "${twin.id}" has the same pattern. Use that one.`);
  // A stored pattern stays usable, because its sentences may be in use.
  const own = before?.pattern === def.pattern ? null : readLibrary([{ ...def, status: "ready" }]);
  for (const { id, examples } of own ? others : []) {
    const meant = examples.find((example) => own && matchStep(own, example).length > 0);
    if (meant !== undefined)
      throw new ProductError(
        "conflict",
        `The pattern also matches "${meant.slice(0, 100)}", an example of the step definition "${id}". Use that one, or choose other words.`,
        { fields: [{ path: "pattern", message: `also means ${id}` }] },
      );
  }
  const unknown = def.actions.findIndex(
    ({ op, value = "" }) => op === "useStep" && !others.some(({ id }) => id === value),
  );
  if (unknown >= 0)
    throw refused("The step definition cannot be used", [
      { path: `actions[${unknown}].value`, message: "must be the id of a step definition of the project" },
    ]);
  const byId = new Map([...others.map((one): [string, StepDef] => [one.id, one]), [def.id, def]]);
  for (const one of byId.values()) {
    const expanded = expandActions(one, {}, byId);
    if ("problem" in expanded)
      throw refused("The step definition cannot be used", [{ path: "actions", message: expanded.problem }]);
  }
}

export const builtIn = (id: string) =>
  new ProductError(
    "validation_error",
    `Ids that begin with "${BUILTIN_PREFIX}" belong to the built-in library, which cannot be changed. Create a definition with another id; "${id.slice(0, 80)}" stays as it is.`,
    { fields: [{ path: "id", message: "must not begin with builtin." }] },
  );
