// The projects that a caller may see, with how many scenarios each has.
import type { Project } from "../../../models/project.ts";
import { requireReadRight, visible } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { type ProjectView, viewProject } from "./projectView.ts";

/** The answer of GET /api/ci/projects. */
export async function listProjects(
  ctx: OperationContext,
  caller: Caller,
): Promise<{ projects: ProjectView[]; count: number }> {
  requireReadRight(caller);
  const projects = await visibleProjects(ctx, caller);
  return { projects, count: projects.length };
}

/** The slug and the name of each of the caller's projects, by slug. Whether the caller may look is asked before. */
export function projectNames(
  ctx: Pick<OperationContext, "models">,
  caller: Caller,
): Promise<Pick<Project, "slug" | "name">[]> {
  return ctx.models.projects
    .find(visible(caller, "_id"), { slug: 1, name: 1 })
    .sort({ slug: 1 })
    .lean<Pick<Project, "slug" | "name">[]>();
}

/** The caller's projects by name; a project key sees its own only. Whether the caller may look is asked before. */
export async function visibleProjects(ctx: Pick<OperationContext, "models">, caller: Caller): Promise<ProjectView[]> {
  const projects = await ctx.models.projects.find(visible(caller, "_id")).sort({ name: 1, slug: 1 }).lean<Project[]>();
  const counts = await ctx.models.scenarios.aggregate<{ _id: string; count: number }>([
    { $match: { projectId: { $in: projects.map((p) => p._id) } } },
    { $group: { _id: "$projectId", count: { $sum: 1 } } },
  ]);
  const countOf = new Map(counts.map((c) => [c._id, c.count]));
  return projects.map((p) => viewProject(p, countOf.get(p._id) ?? 0));
}
