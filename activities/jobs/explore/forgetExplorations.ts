// Deletes the places of explorations that are no longer read, like forgetCrawls does for addresses.

import { explorationsToForget } from "../../../models/explorePlaces/queries.ts";
import type { Models } from "../../../models/index.ts";
import { markForgotten } from "../../../models/jobs/queries.ts";
import { deleteWhere } from "../../../models/retention/deleteOwned.ts";

/** Number of completed explorations per project whose places are kept; of older ones only the result remains. */
const KEPT = 4;
/** Maximum number of explorations processed per call; the next call continues. */
const BATCH = 200;

/** Safe to repeat: an exploration is marked once its places are deleted. */
export async function forgetExplorations(models: Models, projectId: string): Promise<void> {
  const over = await explorationsToForget(models, projectId, BATCH);
  const completed = over.filter(({ status }) => status === "completed").slice(0, KEPT);
  const kept = new Set(completed.map(({ _id }) => _id));
  for (const { _id } of over) {
    if (kept.has(_id)) continue;
    await deleteWhere(models, "explorePlaces", { jobId: _id });
    await markForgotten(models, _id);
  }
}
