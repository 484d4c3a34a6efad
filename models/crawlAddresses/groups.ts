// Finds the template group of a crawl that an address belongs to, whatever environment the address names.

import { crawlAddress, keyOf } from "../../domain/crawl/address.ts";
import type { Models } from "../index.ts";
import type { Job } from "../jobs/schema.ts";
import { chunksOf } from "../lib/chunks.ts";
import type { CrawlAddress } from "./schema.ts";

const CHUNK = 200;

/** Returns the pages of a crawl with their template groups, those nearest to the start page first. */
export function pagesOfCrawl(
  models: Models,
  jobId: string,
  limit: number,
): Promise<Pick<CrawlAddress, "url" | "group">[]> {
  return models.crawlAddresses
    .find({ jobId, state: "page" }, { url: 1, group: 1, _id: 0 })
    .sort({ weight: 1, _id: 1 })
    .limit(limit)
    .lean<Pick<CrawlAddress, "url" | "group">[]>();
}

/** Returns a look-up of groups by URL; undefined means that the crawl has no such page. Addresses may be relative to the crawl's base. */
export async function groupsOfUrls(
  models: Models,
  crawl: Pick<Job, "_id" | "baseUrl">,
  urls: readonly string[],
): Promise<(url: string) => string | undefined> {
  const keyFor = (url: string) => {
    const address = crawlAddress(url, crawl.baseUrl);
    return address === null ? "" : keyOf(address);
  };
  const keys = [...new Set(urls.map(keyFor))].filter((key) => key !== "");
  const groups = new Map<string, string>();
  for (const some of chunksOf(keys, CHUNK)) {
    const found = await models.crawlAddresses
      .find({ jobId: crawl._id, state: "page", key: { $in: some } }, { key: 1, group: 1 })
      .lean<Pick<CrawlAddress, "key" | "group">[]>();
    for (const { key, group } of found) groups.set(key, group);
  }
  return (url) => groups.get(keyFor(url));
}
