// The projects that a caller may see, with how many scenarios each has.
import type { Project } from "../../models/project.ts";
import { requireRight, visible } from "./access.ts";
import type { Caller, OperationContext } from "./context.ts";

export type ProjectView = { id: string; name: string; slug: string; baseUrl: string; scenarioCount: number };

export async function listProjects(
  ctx: OperationContext,
  caller: Caller,
): Promise<{ projects: ProjectView[]; count: number }> {
  requireRight(caller, caller.kind === "key" ? "ci" : "mcpRead");
  const found = await ctx.models.projects.find(visible(caller, "_id")).sort({ slug: 1 }).lean<Project[]>();
  const counts = await ctx.models.scenarios.aggregate<{ _id: string; count: number }>([
    { $match: { projectId: { $in: found.map((p) => p._id) } } },
    { $group: { _id: "$projectId", count: { $sum: 1 } } },
  ]);
  const countOf = new Map(counts.map((c) => [c._id, c.count]));
  const projects = found.map((p) => ({
    id: p._id,
    name: p.name,
    slug: p.slug,
    baseUrl: p.baseUrl,
    scenarioCount: countOf.get(p._id) ?? 0,
  }));
  return { projects, count: projects.length };
}
