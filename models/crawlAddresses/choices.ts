// The pages of a crawl to choose from, and how far the choice goes.
import type { Models } from "../index.ts";
import type { Row } from "../lib/fields.ts";
import type { CrawlAddress } from "./schema.ts";

export type ChoosablePage = Row<CrawlAddress, "key" | "title" | "heading">;

/** Letters of a title or a path, taken literally. */
function pagesWith(jobId: string, text: string): Record<string, unknown> {
  const pages = { jobId, state: "page" };
  if (text === "") return pages;
  const within = { $regex: text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), $options: "i" };
  return { ...pages, $or: [{ key: within }, { title: within }] };
}

/** Those with `text` in title or path, the nearest to the start page first. */
export function choosablePages(models: Models, jobId: string, text: string, limit: number): Promise<ChoosablePage[]> {
  return models.crawlAddresses
    .find(pagesWith(jobId, text), { key: 1, title: 1, heading: 1 })
    .sort({ weight: 1, _id: 1 })
    .limit(limit)
    .lean<ChoosablePage[]>();
}

/** How many pages the crawl has, with `text` in title or path. */
export function countChoosablePages(models: Models, jobId: string, text: string): Promise<number> {
  return models.crawlAddresses.countDocuments(pagesWith(jobId, text));
}
