// Pictures of crawled pages, taken when somebody wants to see them.

import type { Models } from "../index.ts";
import { type CrawlAddress, crawlAddressIdOf } from "./schema.ts";

/** Returns the page of a crawl with this address, or null if the crawl has no such page. */
export function crawledPageAt(
  models: Models,
  { projectId, jobId, url }: { projectId: string; jobId: string; url: string },
): Promise<Pick<CrawlAddress, "_id" | "url" | "thumbnailId"> | null> {
  return models.crawlAddresses
    .findOne({ _id: crawlAddressIdOf(jobId, url), projectId, state: "page" }, { url: 1, thumbnailId: 1 })
    .lean<Pick<CrawlAddress, "_id" | "url" | "thumbnailId">>();
}

export async function keepThumbnail(models: Models, _id: string, thumbnailId: string): Promise<void> {
  await models.crawlAddresses.updateOne({ _id }, { $set: { thumbnailId } });
}
