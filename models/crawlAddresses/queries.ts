// Queries for the addresses of a crawl. Addresses that were left out count as skipped, not as known.
import type { CrawlCounts } from "../../domain/crawl/crawl.ts";
import type { Models } from "../index.ts";
import type { Row } from "../lib/fields.ts";
import { type CrawlAddress, crawlAddressIdOf } from "./schema.ts";

/** Why an address is skipped if its form alone excludes it. */
export const LEFT_OUT = "left_out";

/** Number of documents decoded per batch. */
const READ_AT_ONCE = 2_000;
/** Sorts by distance from the start page. */
const NEAREST_FIRST = { weight: 1, _id: 1 } as const;

/** An address as read for a batch. */
export type WaitingAddress = Row<CrawlAddress, "url" | "depth" | "family" | "tries">;

/** Returns the addresses to request next. */
export function waitingAddresses(models: Models, jobId: string, limit: number): Promise<WaitingAddress[]> {
  return models.crawlAddresses
    .find({ jobId, state: "waiting" }, { url: 1, depth: 1, family: 1, tries: 1 })
    .sort(NEAREST_FIRST)
    .limit(limit)
    .lean<WaitingAddress[]>();
}

export function membersOfFamilies(
  models: Models,
  jobId: string,
  families: readonly string[],
): Promise<Row<CrawlAddress, "family" | "state">[]> {
  return models.crawlAddresses
    .find({ jobId, family: { $in: [...families] }, state: { $in: ["page", "duplicate"] } }, { family: 1, state: 1 })
    .lean<Row<CrawlAddress, "family" | "state">[]>();
}

export function pagesWithContents(
  models: Models,
  jobId: string,
  contents: readonly string[],
): Promise<Row<CrawlAddress, "url" | "content">[]> {
  return models.crawlAddresses
    .find({ jobId, state: "page", content: { $in: [...contents] } }, { url: 1, content: 1 })
    .lean<Row<CrawlAddress, "url" | "content">[]>();
}

export type AddressOutcome = Row<CrawlAddress, "url" | "state" | "reason" | "of">;

export function addressOutcomes(models: Models, jobId: string): Promise<AddressOutcome[]> {
  return models.crawlAddresses
    .find({ jobId }, { url: 1, state: 1, reason: 1, of: 1 })
    .sort(NEAREST_FIRST)
    .batchSize(READ_AT_ONCE)
    .lean<AddressOutcome[]>();
}

export type CrawledPage = Row<
  CrawlAddress,
  "url" | "depth" | "status" | "title" | "heading" | "skeleton" | "content" | "scripted"
>;

/** Returns the pages of a crawl that are nearest to its start. */
export function nearestPages(
  models: Models,
  jobId: string,
  limit: number,
): Promise<Row<CrawlAddress, "key" | "title" | "depth" | "group">[]> {
  return models.crawlAddresses
    .find({ jobId, state: "page" }, { key: 1, title: 1, depth: 1, group: 1 })
    .sort(NEAREST_FIRST)
    .limit(limit)
    .lean<Row<CrawlAddress, "key" | "title" | "depth" | "group">[]>();
}

export function crawledPages(models: Models, jobId: string): Promise<CrawledPage[]> {
  return models.crawlAddresses
    .find(
      { jobId, state: "page" },
      { url: 1, depth: 1, status: 1, title: 1, heading: 1, skeleton: 1, content: 1, scripted: 1 },
    )
    .sort(NEAREST_FIRST)
    .batchSize(READ_AT_ONCE)
    .lean<CrawledPage[]>();
}

export type BrokenAddress = Row<CrawlAddress, "url" | "status" | "reason" | "foundOn">;

export function brokenAddresses(models: Models, jobId: string, limit: number): Promise<BrokenAddress[]> {
  return models.crawlAddresses
    .find({ jobId, state: "broken" }, { url: 1, status: 1, reason: 1, foundOn: 1 })
    .sort(NEAREST_FIRST)
    .limit(limit)
    .lean<BrokenAddress[]>();
}

/** Returns one address of a crawl, or null if the crawl did not record it. */
export function crawlAddressOf(models: Models, jobId: string, url: string): Promise<CrawlAddress | null> {
  return models.crawlAddresses.findOne({ _id: crawlAddressIdOf(jobId, url) }).lean<CrawlAddress>();
}

/** Returns the progress of a crawl according to the database. */
export async function countAddresses({ crawlAddresses }: Models, jobId: string): Promise<CrawlCounts> {
  const pages = await crawlAddresses.countDocuments({ jobId, state: "page" });
  const waiting = await crawlAddresses.countDocuments({ jobId, state: "waiting" });
  const skipped = await crawlAddresses.countDocuments({ jobId, state: "skipped" });
  const leftOut = await crawlAddresses.countDocuments({ jobId, state: "skipped", reason: LEFT_OUT });
  const all = await crawlAddresses.countDocuments({ jobId });
  return { pages, waiting, known: all - leftOut, asked: all - waiting - skipped, leftOut };
}

/** Returns pages of a group, sorted by address. */
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

export function groupsOfPages(models: Models, jobId: string): Promise<Pick<CrawlAddress, "url" | "title" | "group">[]> {
  return models.crawlAddresses
    .find({ jobId, state: "page" }, { url: 1, title: 1, group: 1, _id: 0 })
    .lean<Pick<CrawlAddress, "url" | "title" | "group">[]>();
}
