// Forgets the addresses of crawls that nobody reads any more. Called when a crawl begins and when it is done, so that also a
// project whose crawls all fail or are cancelled keeps those of few.

import { deleteAddresses } from "../../../models/crawlAddresses/writes.ts";
import type { Models } from "../../../models/index.ts";
import { crawlsToForget, markForgotten } from "../../../models/jobs/queries.ts";

/** Completed crawls of a project whose addresses are kept, the newest always; of older ones only the result stays. */
const KEPT_CRAWLS = 3;
/** Crawls that are looked at in one go; the next call sees further. */
const BATCH = 500;

/** Safe to repeat: a crawl is marked once its addresses are gone. Nothing reads those of one that failed or was cancelled. */
export async function forgetCrawls(models: Models, projectId: string): Promise<void> {
  const over = await crawlsToForget(models, projectId, BATCH);
  const completed = over.filter(({ status }) => status === "completed").slice(0, KEPT_CRAWLS);
  const kept = new Set(completed.map(({ _id }) => _id));
  for (const { _id } of over) {
    if (kept.has(_id)) continue;
    await deleteAddresses(models, _id);
    await markForgotten(models, _id);
  }
}
