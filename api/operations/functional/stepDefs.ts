// A project's own step definitions: find, create, change, delete. Built-in definitions are read-only.

import { isDeepStrictEqual } from "node:util";
import { ProductError } from "../../../domain/errors.ts";
import { BUILTIN_PREFIX, readStepDef } from "../../../domain/functional/readStepDef.ts";
import type { StepDef } from "../../../domain/functional/stepDef.ts";
import { given } from "../../../domain/given.ts";
import { hintOf, quoted } from "../../../domain/nearest.ts";
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
import { versionConflict } from "../../lib/versionConflict.ts";
import { builtIn, checkBeside, checkStepDef, storable, type WrittenStepDef } from "./checkStepDef.ts";
import { judgeAgain } from "./judgeAgain.ts";
import { projectStepDefs } from "./library.ts";
import { type StepUsage, stepUsage } from "./stepUsage.ts";

/** `version`: null for a built-in definition. */
export type KnownStepDef = { def: StepDef; version: number | null };
export type SavedStepDef = { def: StepDef; version: number; change: "created" | "updated" | "unchanged" };

const TRIES = 20;

/** Throws `not_found` with the closest ids. */
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

/** Returns the first version of a definition as it is stored. */
export function newStepDef(
  ctx: OperationContext,
  caller: Caller,
  { _id: projectId }: Project,
  def: StepDef,
): StepDefRecord {
  const now = ctx.now();
  const first = { version: 1, createdAt: now, updatedAt: now, updatedBy: describeCaller(caller) };
  return { ...def, _id: functionalId(projectId, def.id), projectId, ...first };
}

/** Throws `validation_error` with paths, and `conflict` if the id is taken or an example matches another definition. */
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
      `The project has the maximum of ${MAX_STEP_DEFS} step definitions; delete one first.`,
    );
  if (!(await insertStepDef(ctx.models, newStepDef(ctx, caller, project, def))))
    throw new ProductError(
      "conflict",
      `The step definition "${def.id}" already exists. Change it with frt_update_step_def.`,
    );
  await recordAudit(ctx, caller, "stepDef.create", project._id, { stepDef: def.id, pattern: def.pattern });
  await judgeAgain(ctx, caller, project, { id: def.id, before: defs, after: [...defs, def] });
  return { def, version: 1, change: "created" };
}

/**
 * Changes a definition; omitted fields stay. With `version`, throws `conflict` unless that version is current. Throws the same errors as
 * `createStepDef`.
 */
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
    checkBeside(def, defs, before);
    const next = {
      ...stored,
      ...def,
      version: stored.version + 1,
      updatedAt: ctx.now(),
      updatedBy: describeCaller(caller),
    };
    if (!(await replaceStepDef(ctx.models, next))) continue;
    await recordAudit(ctx, caller, "stepDef.change", project._id, { stepDef: id, set: Object.keys(given(change)) });
    const after = [...defs.filter((one) => one.id !== id), def];
    await judgeAgain(ctx, caller, project, { id, before: defs, after });
    return { def, version: next.version, change: "updated" };
  }
  throw busy(id);
}

/** Throws `conflict`, with `users` in its details, while features or other definitions use it. */
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
      // A feature that uses the definition may have been saved since the check.
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
  // Checked as if it were ready: no run uses a draft, but its users would still lose it.
  requireNoUsers(def.id, await stepUsage(ctx, projectId, def.id, [...others, { ...def, status: "ready" }]));
}

/** Throws `conflict`, with `users` in its details, if anything uses the definition. */
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

async function requireStored(
  ctx: OperationContext,
  projectId: string,
  id: string,
  version: number | undefined,
): Promise<StepDefRecord> {
  const stored = await findStepDef(ctx.models, projectId, id);
  if (!stored) throw unknownStepDef(id, await projectStepDefs(ctx, projectId));
  if (version !== undefined && version !== stored.version)
    throw versionConflict(
      `The step definition "${id}" is at version ${stored.version}, and the change is based on version ${version}. Read it with frt_get_step_def and repeat the change.`,
      { version: stored.version },
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

const busy = (id: string) =>
  new ProductError("conflict", `Others keep changing the step definition "${id}". Call again.`);
