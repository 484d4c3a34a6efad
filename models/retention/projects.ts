// The projects, one after the other, as retention reads them.
import type { Models } from "../index.ts";
import type { Project } from "../projects/schema.ts";

export type RetainedProject = Pick<Project, "_id" | "mainBranch" | "settings">;

/** The project whose id comes after this one; null: none does. */
export const nextRetained = (models: Models, after: string | null): Promise<RetainedProject | null> =>
  models.projects
    .findOne(after === null ? {} : { _id: { $gt: after } }, { mainBranch: 1, settings: 1 })
    .sort({ _id: 1 })
    .lean<RetainedProject>()
    .exec();
