// Deletes the addresses of crawls that are no longer read. Called when a crawl starts and when it ends, so that a project
// whose crawls all fail or are cancelled does not accumulate them.

import type { Models } from "../../../models/index.ts";
import { crawlsToForget, markForgotten } from "../../../models/jobs/queries.ts";
import { deleteWhere } from "../../../models/retention/deleteOwned.ts";

/** Number of completed crawls per project whose addresses are kept, always including the latest; of older ones only the result remains. */
const KEPT_CRAWLS = 3;
/** Maximum number of crawls processed per call; the next call continues. */
const BATCH = 500;

/** Safe to repeat: a crawl is marked once its addresses are deleted. Addresses of failed or cancelled crawls are never read. */
export async function forgetCrawls(models: Models, projectId: string): Promise<void> {
  const over = await crawlsToForget(models, projectId, BATCH);
  const completed = over.filter(({ status }) => status === "completed").slice(0, KEPT_CRAWLS);
  const kept = new Set(completed.map(({ _id }) => _id));
  for (const { _id } of over) {
    if (kept.has(_id)) continue;
    await deleteWhere(models, "crawlAddresses", { jobId: _id });
    await markForgotten(models, _id);
  }
}
