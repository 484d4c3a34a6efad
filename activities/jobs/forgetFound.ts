// Deletes what jobs found and nobody reads any more. Called when a job starts and when it ends, so that a project whose jobs all fail or are
// cancelled does not accumulate it.

import type { Models } from "../../models/index.ts";
import { type FoundIn, jobsToForget, markForgotten } from "../../models/jobs/queries.ts";
import { deleteWhere } from "../../models/retention/deleteOwned.ts";

/** Number of completed jobs per project that keep what they found, always including the latest; of older ones only the result remains. */
const KEPT: Record<FoundIn, number> = { crawlAddresses: 3, explorePlaces: 4 };
/** Maximum number of jobs processed per call; the next call continues. */
const BATCH = 500;

/** Safe to repeat: a job is marked once what it found is deleted. What failed or cancelled jobs found is never read. */
export async function forgetFound(models: Models, projectId: string, found: FoundIn): Promise<void> {
  const over = await jobsToForget(models, projectId, found, BATCH);
  const completed = over.filter(({ status }) => status === "completed").slice(0, KEPT[found]);
  const kept = new Set(completed.map(({ _id }) => _id));
  for (const { _id } of over) {
    if (kept.has(_id)) continue;
    await deleteWhere(models, found, { jobId: _id });
    await markForgotten(models, _id);
  }
}
