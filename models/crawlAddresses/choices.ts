// The pages of a crawl to choose from, and how many there are.
import type { Models } from "../index.ts";
import type { Row } from "../lib/fields.ts";
import { within } from "../lib/within.ts";
import type { CrawlAddress } from "./schema.ts";

export type ChoosablePage = Row<CrawlAddress, "key" | "title" | "heading">;

/** Returns a filter for pages whose title or path contains `text`, taken literally. */
function pagesWith(jobId: string, text: string): Record<string, unknown> {
  const pages = { jobId, state: "page" };
  if (text === "") return pages;
  return { ...pages, $or: [{ key: within(text) }, { title: within(text) }] };
}

/** Returns pages with `text` in title or path, those nearest to the start page first. */
export function choosablePages(models: Models, jobId: string, text: string, limit: number): Promise<ChoosablePage[]> {
  return models.crawlAddresses
    .find(pagesWith(jobId, text), { key: 1, title: 1, heading: 1 })
    .sort({ weight: 1, _id: 1 })
    .limit(limit)
    .lean<ChoosablePage[]>();
}

/** Returns how many pages of the crawl have `text` in title or path. */
export function countChoosablePages(models: Models, jobId: string, text: string): Promise<number> {
  return models.crawlAddresses.countDocuments(pagesWith(jobId, text));
}
