import type { Project } from "../../../models/project.ts";
import type { Caller } from "../context.ts";
import { type AdminContext, mustBeAllowed } from "./admin.ts";
import { type ProjectView, viewProject } from "./views.ts";

/** The caller's projects by name; a project key sees its own only. */
export async function listProjects(ctx: AdminContext, caller: Caller): Promise<ProjectView[]> {
  mustBeAllowed(caller, "view");
  const only = caller.kind === "key" && caller.projectId !== null ? { _id: caller.projectId } : {};
  const projects = await ctx.models.projects
    .find({ orgId: caller.orgId, ...only })
    .sort({ name: 1, slug: 1 })
    .lean<Project[]>();
  const counts = await ctx.models.scenarios.aggregate<{ _id: string; count: number }>([
    { $match: { projectId: { $in: projects.map((p) => p._id) } } },
    { $group: { _id: "$projectId", count: { $sum: 1 } } },
  ]);
  const countOf = new Map(counts.map((c) => [c._id, c.count]));
  return projects.map((p) => viewProject(p, countOf.get(p._id) ?? 0));
}
