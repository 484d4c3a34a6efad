import { ProductError } from "../../../domain/errors.ts";
import type { Project } from "../../../models/project.ts";
import type { Caller } from "../context.ts";
import type { AdminContext } from "./admin.ts";

/**
 * The caller's project with this slug or id. Throws `project_resolution_error` naming it; a project of somebody else, or one that a
 * project key does not belong to, is answered like one that is not there.
 */
export async function resolveProject(ctx: AdminContext, caller: Caller, reference: string): Promise<Project> {
  const project = await ctx.models.projects
    .findOne({ orgId: caller.orgId, $or: [{ slug: reference }, { _id: reference }] })
    .lean<Project>();
  const foreign = caller.kind === "key" && caller.projectId !== null && project?._id !== caller.projectId;
  if (!project || foreign)
    throw new ProductError("project_resolution_error", `There is no project "${reference}".`, { project: reference });
  return project;
}
