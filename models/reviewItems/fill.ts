// What waits for review by runs that ended before it was kept, once.
import { SHOT_RUN_TYPES } from "../../domain/runTypes.ts";
import type { Models } from "../index.ts";
import type { Project } from "../projects/schema.ts";
import { latestRunsOfType } from "../runs/queries.ts";
import type { Run } from "../runs/schema.ts";
import { reviewAfterRun } from "./afterRun.ts";

/** Newest runs of each type: partial runs hide nothing, so one does not do. */
const RECENT = 60;

/** Does one project, and answers whether there was one. Safe to repeat and to interrupt: the project is marked when it is done. */
export async function fillReview(models: Models): Promise<boolean> {
  const project = await models.projects
    .findOne({ reviewFilled: { $ne: true } }, { mainBranch: 1 })
    .lean<Pick<Project, "_id" | "mainBranch">>();
  if (project === null) return false;
  const runs: Run[] = [];
  for (const type of SHOT_RUN_TYPES) {
    const found = await latestRunsOfType(models, { project }, type, { status: "completed", limit: RECENT });
    runs.push(...(found as Run[]));
  }
  // The oldest first, as they ended.
  for (const run of runs.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime()))
    await reviewAfterRun(models, run);
  await models.projects.updateOne({ _id: project._id }, { $set: { reviewFilled: true } });
  return true;
}
