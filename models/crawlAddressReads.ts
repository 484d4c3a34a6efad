// What is asked about the addresses of a crawl.
import type { CrawlAddress } from "./crawlAddress.ts";
import type { Row } from "./fields.ts";
import type { Models } from "./index.ts";

/** Pages of a group, by their addresses. */
export function pagesOfGroup(
  models: Models,
  { jobId, group }: { jobId: string; group: string },
  { from, limit }: { from: number; limit: number },
): Promise<Row<CrawlAddress, "url" | "title" | "depth">[]> {
  return models.crawlAddresses
    .find({ jobId, state: "page", group }, { url: 1, title: 1, depth: 1 })
    .sort({ url: 1 })
    .skip(from)
    .limit(limit)
    .lean<Row<CrawlAddress, "url" | "title" | "depth">[]>();
}

/** The group of every page. */
export function groupsOfPages(models: Models, jobId: string): Promise<Pick<CrawlAddress, "url" | "title" | "group">[]> {
  return models.crawlAddresses
    .find({ jobId, state: "page" }, { url: 1, title: 1, group: 1, _id: 0 })
    .lean<Pick<CrawlAddress, "url" | "title" | "group">[]>();
}
