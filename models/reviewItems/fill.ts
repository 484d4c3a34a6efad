// Adds review items of runs that ended before these were stored, once.
import { SHOT_RUN_TYPES } from "../../domain/runTypes.ts";
import type { Models } from "../index.ts";
import type { Project } from "../projects/schema.ts";
import { findRunOf, latestRunsOfType } from "../runs/queries.ts";
import type { Run } from "../runs/schema.ts";
import { reviewAfterRun } from "./afterRun.ts";

/** Number of newest runs per type: partial runs cover only some places, so one is not enough. */
const RECENT = 60;

/** Number of runs per round, because the activity has other work and one minute for all of it. */
const A_ROUND = 5;

/**
 * Processes some runs of one project, oldest first, as if they had just ended, and returns whether there was one. Safe to repeat and to
 * interrupt: the project stores the progress. A run that fails is skipped, so that it does not block the others.
 */
export async function fillReview(models: Models): Promise<boolean> {
  const project = await models.projects
    .findOne({ reviewFilled: { $ne: true } }, { mainBranch: 1, reviewFilledTo: 1 })
    .lean<Filled>();
  if (project === null) return false;
  const { _id, reviewFilledTo = "" } = project;
  const left = (await recentOf(models, project)).filter((run) => placeOf(run) > reviewFilledTo);
  for (const { _id: runId } of left.slice(0, A_ROUND)) {
    const run = await findRunOf(models, _id, runId);
    try {
      if (run) await reviewAfterRun(models, run);
    } finally {
      if (run) await models.projects.updateOne({ _id }, { $set: { reviewFilledTo: placeOf(run) } });
    }
  }
  if (left.length <= A_ROUND) await models.projects.updateOne({ _id }, { $set: { reviewFilled: true } });
  return true;
}

type Filled = Pick<Project, "_id" | "mainBranch" | "reviewFilledTo">;
type Placed = Pick<Run, "_id" | "createdAt">;

/** Returns a string that sorts later runs after earlier ones. */
const placeOf = ({ _id, createdAt }: Placed): string => `${createdAt.toISOString()} ${_id}`;

/** Returns the runs, oldest first. */
async function recentOf(models: Models, project: Filled): Promise<Placed[]> {
  const wanted = { status: "completed", limit: RECENT, fields: { createdAt: 1 } } as const;
  const found = await Promise.all(SHOT_RUN_TYPES.map((type) => latestRunsOfType(models, { project }, type, wanted)));
  return found.flat().sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}
