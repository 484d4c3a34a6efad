// The projects that a caller may see, with how many scenarios each has.

import { projectsWithin } from "../../../models/projects/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { scenarioCounts } from "../../../models/scenarios/queries.ts";
import { reachOf, requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { type ProjectView, viewProject } from "./projectView.ts";

type Context = Pick<OperationContext, "models">;

/** The caller's projects by name; a project key sees its own only. */
export async function listProjects({ models }: Context, caller: Caller): Promise<ProjectView[]> {
  requireReadRight(caller);
  const projects = await projectsWithin(models, reachOf(caller));
  const counts = await scenarioCounts(
    models,
    projects.map(({ _id }) => _id),
  );
  return projects.map((project) => viewProject(project, counts.get(project._id) ?? 0));
}

/** The slug and the name of each of the caller's projects, by slug. Whether the caller may look is asked before. */
export function projectNames({ models }: Context, caller: Caller): Promise<Pick<Project, "slug" | "name">[]> {
  return projectsWithin(models, reachOf(caller), { fields: { slug: 1, name: 1 }, by: "slug" });
}
