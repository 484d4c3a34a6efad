// Environments in the settings of a project. What their access holds comes in and never goes out again.
import { object } from "yup";
import { ProductError } from "../../../domain/errors.ts";
import { given } from "../../../domain/given.ts";
import type { SiteAccess } from "../../../domain/visual/shot.ts";
import type { Environment } from "../../../models/environment.ts";
import type { Project } from "../../../models/project.ts";
import { requireReadRight, requireRight } from "../../lib/access.ts";
import { checked } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { baseUrlField, nameField, tidyBaseUrl } from "../../lib/fields.ts";
import { checkAccess } from "./access.ts";
import { changeEnvironment, droppedSentence } from "./changeEnvironment.ts";
import { createEnvironment } from "./createEnvironment.ts";

/** `access` null: it is taken away; left out: it stays. */
export type EnvironmentChange = { name?: string; baseUrl?: string; access?: unknown };

const FIELDS = object({ name: nameField, baseUrl: baseUrlField }).noUnknown().required();

export async function listAppEnvironments({ models, sealer }: OperationContext, caller: Caller, project: Project) {
  requireReadRight(caller);
  const all = await models.environments
    .find({ projectId: project._id })
    .sort({ createdAt: 1, _id: 1 })
    .lean<Environment[]>();
  return { environments: all.map((one) => view({ sealer }, project, one)) };
}

export async function addAppEnvironment(
  ctx: OperationContext,
  caller: Caller,
  { project, access, ...fields }: { project: Project; name: string; baseUrl: string; access?: unknown },
) {
  requireRight(caller, "mcpWrite");
  const { id } = await createEnvironment(ctx, caller, { ...fields, project: project._id, access: access as object });
  return { ...(await viewOf(ctx, project, id)), warnings: [] };
}

/** Throws not_found for an environment of another project, conflict for a name that is taken. */
export async function changeAppEnvironment(
  ctx: OperationContext,
  caller: Caller,
  { project, id, access, ...fields }: EnvironmentChange & { project: Project; id: string },
) {
  requireRight(caller, "mcpWrite");
  const { name, baseUrl } = checked(FIELDS, given(fields));
  const stored = await requireEnvironment(ctx, project, id);
  const taken = new ProductError("conflict", `Another environment has the name "${name}" already.`);
  // An environment is asked for by name or by slug, so one's name must not be another's slug either.
  const others = { projectId: project._id, _id: { $ne: id } };
  if (name != null && (await ctx.models.environments.exists({ ...others, $or: [{ name }, { slug: name }] })))
    throw taken;
  const { dropped } = await changeEnvironment(ctx, caller, project, stored, {
    ...(name != null && { name }),
    ...(baseUrl != null && { baseUrl: tidyBaseUrl(baseUrl) }),
    ...(access !== undefined && { access: access === null ? null : { plain: checkAccess(access), from: null } }),
  });
  const warnings = dropped === null ? [] : [droppedSentence(dropped)];
  return { ...(await viewOf(ctx, project, id)), warnings };
}

/** Throws conflict for the one whose baselines the others compare against. */
export async function removeAppEnvironment(
  ctx: OperationContext,
  caller: Caller,
  { project, id }: { project: Project; id: string },
): Promise<void> {
  requireRight(caller, "mcpWrite");
  const { slug, name } = await requireEnvironment(ctx, project, id);
  if (id === project.referenceEnvironmentId)
    throw new ProductError(
      "conflict",
      `${name} is the environment whose baselines the others compare against: it cannot be deleted.`,
    );
  await ctx.models.environments.deleteOne({ _id: id, projectId: project._id });
  await recordAudit(ctx, caller, "environment.delete", id, { project: project.slug, slug });
}

async function requireEnvironment({ models }: OperationContext, project: Project, id: string): Promise<Environment> {
  const found = await models.environments.findOne({ _id: id, projectId: project._id }).lean<Environment>();
  if (found) return found;
  throw new ProductError("not_found", `The project ${project.name} has no environment "${id}".`);
}

const viewOf = async (ctx: OperationContext, project: Project, id: string) =>
  view(ctx, project, await requireEnvironment(ctx, project, id));

function view({ sealer }: Pick<OperationContext, "sealer">, project: Project, one: Environment) {
  const { _id: id, name, slug, baseUrl, sealedAccess } = one;
  const reference = id === project.referenceEnvironmentId;
  return {
    id,
    name,
    slug,
    baseUrl,
    reference,
    protected: sealedAccess !== null,
    access: kindsOf(sealer, sealedAccess),
  };
}

/** Which kinds of access there are; of secrets and variables their names. Never a value. */
function kindsOf(sealer: OperationContext["sealer"], sealed: string | null) {
  if (sealed === null) return null;
  const access = JSON.parse(sealer.open(sealed)) as SiteAccess & { secrets?: object; variables?: object };
  return {
    kinds: Object.keys(access),
    secrets: Object.keys(access.secrets ?? {}),
    variables: Object.keys(access.variables ?? {}),
  };
}
