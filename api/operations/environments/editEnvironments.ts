// Environments in the project settings. Access data can be written but is never returned.
import { object } from "yup";
import { ProductError } from "../../../domain/errors.ts";
import { given } from "../../../domain/given.ts";
import { environmentOf, environmentsOf, isEnvironmentNamed } from "../../../models/environments/queries.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import { deleteUnchangedEnvironment } from "../../../models/environments/writes.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { requireReadRight, requireRight } from "../../lib/access.ts";
import { checked } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { baseUrlField, locationOfEnvironment, nameField, tidyBaseUrl } from "../../lib/fields.ts";
import { isCurrent, versionConflict } from "../../lib/versionConflict.ts";
import { checkAccess } from "./access.ts";
import { changeEnvironment, droppedSentence, nameTaken } from "./changeEnvironment.ts";
import { createEnvironment } from "./createEnvironment.ts";
import { viewEnvironmentSettings } from "./environmentView.ts";

/** `access`: null deletes it; if omitted, it stays. `rev`: the revision that was edited; without it, the current one is changed. */
export type EnvironmentChange = {
  name?: string;
  baseUrl?: string;
  access?: unknown;
  location?: string | null;
  rev?: number;
};

const FIELDS = object({ name: nameField, baseUrl: baseUrlField, location: locationOfEnvironment })
  .noUnknown()
  .required();

export async function listEnvironmentSettings(ctx: OperationContext, caller: Caller, project: Project) {
  requireReadRight(caller);
  const all = await environmentsOf(ctx.models, project._id);
  return { environments: all.map((one) => viewEnvironmentSettings(ctx, project, one)) };
}

export async function addEnvironment(
  ctx: OperationContext,
  caller: Caller,
  {
    project,
    access,
    ...fields
  }: { project: Project; name: string; baseUrl: string; access?: unknown; location?: string | null },
) {
  requireRight(caller, "mcpWrite");
  const { id } = await createEnvironment(ctx, caller, { ...fields, project: project._id, access: access as object });
  return { ...(await viewOf(ctx, project, id)), warnings: [] };
}

/**
 * Throws `not_found` if the environment belongs to another project, and `conflict` if the name is taken, or with `now` if somebody else
 * changed the environment first.
 */
export async function editEnvironment(
  ctx: OperationContext,
  caller: Caller,
  { project, id, access, rev, ...fields }: EnvironmentChange & { project: Project; id: string },
) {
  requireRight(caller, "mcpWrite");
  const { name, baseUrl, location } = checked(FIELDS, given(fields));
  const stored = await requireEnvironment(ctx, project, id);
  if (name != null && (await isEnvironmentNamed(ctx.models, project._id, { name, except: id }))) throw nameTaken(name);
  const patch = {
    ...(name != null && { name }),
    ...(baseUrl != null && { baseUrl: tidyBaseUrl(baseUrl) }),
    ...(location !== undefined && { location: location || null }),
    ...(access !== undefined && { access: access === null ? null : { plain: checkAccess(access), from: null } }),
  };
  // Compared with what was read, because where the access data may go is judged by that.
  const changed = isCurrent(stored, rev) ? await changeEnvironment(ctx, caller, project, stored, patch) : null;
  if (changed === null) throw await overtaken(ctx, project, stored);
  const warnings = changed.dropped === null ? [] : [droppedSentence(changed.dropped)];
  return { ...(await viewOf(ctx, project, id)), warnings };
}

/**
 * Throws `conflict` for the environment whose baselines the others are compared with, or with `now` if somebody else has changed it since
 * `rev`.
 */
export async function removeEnvironment(
  ctx: OperationContext,
  caller: Caller,
  { project, id, rev }: { project: Project; id: string; rev?: number },
): Promise<void> {
  requireRight(caller, "mcpWrite");
  const stored = await requireEnvironment(ctx, project, id);
  const { slug, name } = stored;
  if (id === project.referenceEnvironmentId)
    throw new ProductError(
      "conflict",
      `${name} is the environment whose baselines the others compare against: it cannot be deleted.`,
    );
  if (!isCurrent(stored, rev) || !(await deleteUnchangedEnvironment(ctx.models, stored)))
    throw await overtaken(ctx, project, stored);
  await recordAudit(ctx, caller, "environment.delete", id, { project: project.slug, slug });
}

/** Returns a `conflict` with the environment as it is `now`. Throws `not_found` if it was deleted. */
async function overtaken(ctx: OperationContext, project: Project, { _id, slug }: Environment): Promise<ProductError> {
  return versionConflict(`Somebody else changed the environment "${slug}".`, { now: await viewOf(ctx, project, _id) });
}

async function requireEnvironment({ models }: OperationContext, project: Project, id: string): Promise<Environment> {
  const found = await environmentOf(models, project._id, id);
  if (found) return found;
  throw new ProductError("not_found", `The project ${project.name} has no environment "${id}".`);
}

const viewOf = async (ctx: OperationContext, project: Project, id: string) =>
  viewEnvironmentSettings(ctx, project, await requireEnvironment(ctx, project, id));
