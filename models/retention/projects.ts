// The projects, one after the other, as retention reads them.
import type { Models } from "../index.ts";
import type { Project } from "../projects/schema.ts";

export type RetainedProject = Pick<Project, "_id" | "mainBranch" | "settings">;
const FIELDS = { mainBranch: 1, settings: 1 } as const;

/** The project whose id comes after this one; null: none does. */
export const nextRetained = (models: Models, after: string | null): Promise<RetainedProject | null> =>
  models.projects
    .findOne(after === null ? {} : { _id: { $gt: after } }, FIELDS)
    .sort({ _id: 1 })
    .lean<RetainedProject>()
    .exec();

/** One of them as it is now; null: it has gone. */
export const retainedProject = (models: Models, projectId: string): Promise<RetainedProject | null> =>
  models.projects.findOne({ _id: projectId }, FIELDS).lean<RetainedProject>().exec();
