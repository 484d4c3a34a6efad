// Reads projects one after the other, for retention.
import type { Models } from "../index.ts";
import type { Project } from "../projects/schema.ts";

export type RetainedProject = Pick<Project, "_id" | "mainBranch" | "settings">;
const FIELDS = { mainBranch: 1, settings: 1 } as const;

/** Returns the project with the next greater id, or null if there is none. */
export const nextRetained = (models: Models, after: string | null): Promise<RetainedProject | null> =>
  models.projects
    .findOne(after === null ? {} : { _id: { $gt: after } }, FIELDS)
    .sort({ _id: 1 })
    .lean<RetainedProject>()
    .exec();

/** Returns the current state of one project, or null if it was deleted. */
export const retainedProject = (models: Models, projectId: string): Promise<RetainedProject | null> =>
  models.projects.findOne({ _id: projectId }, FIELDS).lean<RetainedProject>().exec();
