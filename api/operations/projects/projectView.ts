import type { Project } from "../../../models/project.ts";

/** A project as callers see it. */
export type ProjectView = { id: string; name: string; slug: string; baseUrl: string; scenarioCount: number };

export function viewProject(project: Project, scenarioCount: number): ProjectView {
  return { id: project._id, name: project.name, slug: project.slug, baseUrl: project.baseUrl, scenarioCount };
}
