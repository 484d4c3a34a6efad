// What waits for review by runs that ended before it was kept, once.
import { SHOT_RUN_TYPES } from "../../domain/runTypes.ts";
import type { Models } from "../index.ts";
import type { Project } from "../projects/schema.ts";
import { findRunOf, latestRunsOfType } from "../runs/queries.ts";
import type { Run } from "../runs/schema.ts";
import { reviewAfterRun } from "./afterRun.ts";

/** Newest runs of each type: partial runs hide nothing, so one does not do. */
const RECENT = 60;

/** Runs of one round: the activity has other things to do, and a minute for all of them. */
const A_ROUND = 5;

/**
 * Does some runs of one project, the oldest first, as they ended, and answers whether there was one. Safe to repeat and to interrupt: the
 * project keeps how far it is. A run that cannot be done is left out, so that it keeps nothing else from its turn.
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

/** Later runs have greater texts. */
const placeOf = ({ _id, createdAt }: Placed): string => `${createdAt.toISOString()} ${_id}`;

/** The oldest first. */
async function recentOf(models: Models, project: Filled): Promise<Placed[]> {
  const wanted = { status: "completed", limit: RECENT, fields: { createdAt: 1 } } as const;
  const found = await Promise.all(SHOT_RUN_TYPES.map((type) => latestRunsOfType(models, { project }, type, wanted)));
  return found.flat().sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}
