// Lists the projects that a caller may see, with the number of scenarios in each.

import { projectsWithin } from "../../../models/projects/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { scenarioCounts } from "../../../models/scenarios/queries.ts";
import { reachOf, requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { type ProjectView, viewProject } from "./projectView.ts";

type Context = Pick<OperationContext, "models">;

/** Returns the caller's projects by name; a project key sees only its own project. */
export async function listProjects({ models }: Context, caller: Caller): Promise<ProjectView[]> {
  requireReadRight(caller);
  const projects = await projectsWithin(models, reachOf(caller));
  const counts = await scenarioCounts(
    models,
    projects.map(({ _id }) => _id),
  );
  return projects.map((project) => viewProject(project, counts.get(project._id) ?? 0));
}

/** Returns slug and name of each of the caller's projects, by slug. The caller's rights must be checked before. */
export function projectNames({ models }: Context, caller: Caller): Promise<Pick<Project, "slug" | "name">[]> {
  return projectsWithin(models, reachOf(caller), { fields: { slug: 1, name: 1 }, by: "slug" });
}
