// A project as it is shown.
import type { Project } from "../../../models/projects/schema.ts";

/** A project as callers see it. */
export type ProjectView = { id: string; name: string; slug: string; baseUrl: string; scenarioCount: number };

/** A project beside what is told of it. */
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
