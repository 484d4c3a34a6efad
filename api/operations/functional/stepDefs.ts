// A project's own step definitions: found, made, changed, deleted. Those that are built in can only be read.

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
import { given } from "../../../domain/given.ts";
import { refused } from "../../../domain/import/problems.ts";
import {
  countStepDefs,
  findStepDef,
  functionalId,
  insertStepDef,
  MAX_STEP_DEFS,
  removeStepDef,
  replaceStepDef,
  stepDefOf,
} from "../../../models/features/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import type { StepDefRecord } from "../../../models/stepDefs/schema.ts";
import { describeCaller, requireRight } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { knownSecrets } from "../../lib/knownSecrets.ts";
import { hintOf, quoted } from "../../lib/nearest.ts";
import { projectStepDefs } from "./library.ts";
import { type StepUsage, stepUsage } from "./stepUsage.ts";

/** `version`: null of a definition that is built in. */
export type KnownStepDef = { def: StepDef; version: number | null };
/** What people write of a definition; the rest has defaults. */
export type WrittenStepDef = Pick<StepDef, "id" | "pattern" | "actions"> & Partial<StepDef>;
export type SavedStepDef = { def: StepDef; version: number; change: "created" | "updated" | "unchanged" };

const TRIES = 20;

/** Throws not_found with the nearest ids. */
export async function requireStepDef(
  ctx: Pick<OperationContext, "models">,
  caller: Caller,
  { project, id }: { project: Project; id: string },
): Promise<KnownStepDef & { usage: StepUsage }> {
  requireRight(caller, "mcpRead");
  const defs = await projectStepDefs(ctx, project._id);
  const def = defs.find((one) => one.id === id);
  if (!def) throw unknownStepDef(id, defs);
  const stored = await findStepDef(ctx.models, project._id, id);
  return { def, version: stored?.version ?? null, usage: await stepUsage(ctx, project._id, id, defs) };
}

/** Throws validation_error with paths, and conflict where the id is taken or its examples mean another definition. */
export async function createStepDef(
  ctx: OperationContext,
  caller: Caller,
  { project, written }: { project: Project; written: WrittenStepDef },
): Promise<SavedStepDef> {
  requireRight(caller, "mcpWrite");
  const defs = await projectStepDefs(ctx, project._id);
  const def = checkStepDef({ written, defs, known: await knownSecrets(ctx, project._id) });
  if ((await countStepDefs(ctx.models, project._id)) >= MAX_STEP_DEFS)
    throw new ProductError(
      "conflict",
      `The project has ${MAX_STEP_DEFS} step definitions, which is the most; delete one first.`,
    );
  const now = ctx.now();
  const stored: StepDefRecord = {
    ...def,
    _id: functionalId(project._id, def.id),
    projectId: project._id,
    version: 1,
    createdAt: now,
    updatedAt: now,
    updatedBy: describeCaller(caller),
  };
  if (!(await insertStepDef(ctx.models, stored)))
    throw new ProductError(
      "conflict",
      `There is a step definition "${def.id}" already. Change it with frt_update_step_def.`,
    );
  await recordAudit(ctx, caller, "stepDef.create", project._id, { stepDef: def.id, pattern: def.pattern });
  return { def, version: 1, change: "created" };
}

/** `before`: what is stored, which goes on working. */
export type CheckedStepDef = {
  written: WrittenStepDef;
  defs: readonly StepDef[];
  known: readonly KnownSecret[];
  before?: StepDef | undefined;
};

/** The definition as it can be stored beside these others. Throws as createStepDef; reads and writes nothing. */
export function checkStepDef({ written, defs, known, before }: CheckedStepDef): StepDef {
  const given = readStepDef({ v: 1, params: [], tags: [], description: "", examples: [], status: "ready", ...written });
  if (given.id.startsWith(BUILTIN_PREFIX)) throw builtIn(given.id);
  const def = storable(known, given, defs, before);
  checkBeside(def, defs);
  return def;
}

/** As createStepDef; what is left out stays. With `version`, only when it is still at it. */
export async function updateStepDef(
  ctx: OperationContext,
  caller: Caller,
  input: { project: Project; id: string; version?: number; change: Partial<Omit<StepDef, "id" | "v">> },
): Promise<SavedStepDef> {
  requireRight(caller, "mcpWrite");
  const { project, id, version, change } = input;
  if (id.startsWith(BUILTIN_PREFIX)) throw builtIn(id);
  for (let n = 0; n < TRIES; n++) {
    const stored = await requireStored(ctx, project._id, id, version);
    const before = stepDefOf(stored);
    const wanted = readStepDef({ ...before, ...given(change) });
    if (isDeepStrictEqual(wanted, before)) return { def: before, version: stored.version, change: "unchanged" };
    const defs = await projectStepDefs(ctx, project._id);
    const def = storable(await knownSecrets(ctx, project._id), wanted, defs, before);
    if (isDeepStrictEqual(def, before)) return { def, version: stored.version, change: "unchanged" };
    checkBeside(def, defs);
    const next = {
      ...stored,
      ...def,
      version: stored.version + 1,
      updatedAt: ctx.now(),
      updatedBy: describeCaller(caller),
    };
    if (!(await replaceStepDef(ctx.models, next))) continue;
    await recordAudit(ctx, caller, "stepDef.change", project._id, { stepDef: id, set: Object.keys(given(change)) });
    return { def, version: next.version, change: "updated" };
  }
  throw busy(id);
}

/** Throws conflict, with `users` in its details, while features or other definitions use it. */
export async function deleteStepDef(
  ctx: OperationContext,
  caller: Caller,
  { project, id, version }: { project: Project; id: string; version?: number },
): Promise<StepDef> {
  requireRight(caller, "mcpWrite");
  if (id.startsWith(BUILTIN_PREFIX)) throw builtIn(id);
  for (let n = 0; n < TRIES; n++) {
    const stored = await requireStored(ctx, project._id, id, version);
    await requireUnused(ctx, project._id, stepDefOf(stored));
    if (!(await removeStepDef(ctx.models, stored))) continue;
    try {
      // A feature may have been saved with it since it was looked for.
      await requireUnused(ctx, project._id, stepDefOf(stored));
    } catch (error) {
      await insertStepDef(ctx.models, stored);
      throw error;
    }
    await recordAudit(ctx, caller, "stepDef.delete", project._id, { stepDef: id, pattern: stored.pattern });
    return stepDefOf(stored);
  }
  throw busy(id);
}

async function requireUnused(ctx: OperationContext, projectId: string, def: StepDef): Promise<void> {
  const others = (await projectStepDefs(ctx, projectId)).filter((one) => one.id !== def.id);
  // A draft is used by nobody who runs, but its users lose it all the same.
  requireNoUsers(def.id, await stepUsage(ctx, projectId, def.id, [...others, { ...def, status: "ready" }]));
}

/** Throws conflict, with `users` in its details, where something uses the definition. */
export function requireNoUsers(id: string, usage: StepUsage): void {
  const users = [...usage.features.map(({ featureId }) => featureId), ...usage.stepDefs];
  if (users.length === 0) return;
  const parts = [
    ...(usage.features.length > 0 ? [`the features ${listed(usage.features.map(({ featureId }) => featureId))}`] : []),
    ...(usage.stepDefs.length > 0 ? [`the step definitions ${listed(usage.stepDefs)}`] : []),
  ];
  throw new ProductError(
    "conflict",
    `The step definition "${id}" cannot be deleted while it is used by ${parts.join(" and by ")}. Change them first.`,
    { users },
  );
}

const listed = (names: readonly string[]): string =>
  `${quoted(names.slice(0, 10))}${names.length > 10 ? ` and ${names.length - 10} more` : ""}`;

/**
 * The definition without secrets: those that environments keep become references. Throws validation_error with the paths of what cannot
 * be stored; what is there already (`before`) goes on working.
 */
function storable(
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

/** What stands at a path such as `actions[1].value`; of an action all of it, because its place may be what matters. */
function at(def: StepDef, path: string): unknown {
  const [, list, n] = /^(\w+)\[(\d+)\]/.exec(path) ?? [];
  const value = def[(list ?? path) as keyof StepDef];
  return Array.isArray(value) && n !== undefined ? value[Number(n)] : value;
}

/** A definition must be distinguished from the others, and must not come back to itself through them. */
function checkBeside(def: StepDef, defs: readonly StepDef[]): void {
  const others = defs.filter((one) => one.id !== def.id);
  const library = readLibrary(others.map((one) => ({ ...one, status: "ready" })));
  for (const [at, example] of def.examples.entries()) {
    const [same] = matchStep(library, example);
    if (same)
      throw new ProductError(
        "conflict",
        `The example "${example.slice(0, 100)}" already means the step definition "${same.def.id}". Use that one, or choose other words.`,
        { fields: [{ path: `examples[${at}]`, message: `means ${same.def.id}` }] },
      );
  }
  const twin = others.find((one) => one.pattern === def.pattern);
  if (twin) throw new ProductError("conflict", `The step definition "${twin.id}" has the same pattern. Use that one.`);
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

async function requireStored(
  ctx: OperationContext,
  projectId: string,
  id: string,
  version: number | undefined,
): Promise<StepDefRecord> {
  const stored = await findStepDef(ctx.models, projectId, id);
  if (!stored) throw unknownStepDef(id, await projectStepDefs(ctx, projectId));
  if (version !== undefined && version !== stored.version)
    throw new ProductError(
      "conflict",
      `The step definition "${id}" is at version ${stored.version}, and the change is based on version ${version}. Read it with frt_get_step_def and repeat the change.`,
      { version: stored.version, reason: "version_conflict" },
    );
  return stored;
}

function unknownStepDef(id: string, defs: readonly StepDef[]): ProductError {
  const hint = hintOf(
    id,
    defs.map((one) => one.id),
    "frt_list_step_defs lists them.",
  );
  return new ProductError("not_found", `There is no step definition "${id.slice(0, 100)}".${hint}`);
}

const builtIn = (id: string) =>
  new ProductError(
    "validation_error",
    `Ids that begin with "${BUILTIN_PREFIX}" belong to the built-in library, which cannot be changed. Create a definition with another id; "${id.slice(0, 80)}" stays as it is.`,
    { fields: [{ path: "id", message: "must not begin with builtin." }] },
  );

const busy = (id: string) =>
  new ProductError("conflict", `The step definition "${id}" is being changed by others all the time. Call again.`);
