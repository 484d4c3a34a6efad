// API view of a project.
import type { Project } from "../../../models/projects/schema.ts";

export type ProjectView = { id: string; name: string; slug: string; baseUrl: string; scenarioCount: number };

/** Project data included with its details. */
export type ProjectHead = Omit<ProjectView, "scenarioCount"> & { mainBranch: string };

export const viewProject = ({ _id: id, name, slug, baseUrl }: Project, scenarioCount: number): ProjectView => ({
  id,
  name,
  slug,
  baseUrl,
  scenarioCount,
});

export const viewProjectHead = ({ _id: id, name, slug, baseUrl, mainBranch }: Project): ProjectHead => ({
  id,
  name,
  slug,
  baseUrl,
  mainBranch,
});
