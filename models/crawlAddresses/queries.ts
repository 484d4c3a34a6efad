// What is asked about the addresses of a crawl. Those that were left out are skipped ones, and not among the known.
import type { CrawlCounts } from "../../domain/crawl/crawl.ts";
import type { Models } from "../index.ts";
import type { Row } from "../lib/fields.ts";
import { type CrawlAddress, crawlAddressIdOf } from "./schema.ts";

/** Why an address is skipped that was left out by how it looks. */
export const LEFT_OUT = "left_out";

/** Documents that are decoded in one go. */
const READ_AT_ONCE = 2_000;
/** The nearest to the start page first. */
const NEAREST_FIRST = { weight: 1, _id: 1 } as const;

/** An address as a batch takes it. */
export type WaitingAddress = Row<CrawlAddress, "url" | "depth" | "family" | "tries">;

/** The addresses that are asked next. */
export function waitingAddresses(models: Models, jobId: string, limit: number): Promise<WaitingAddress[]> {
  return models.crawlAddresses
    .find({ jobId, state: "waiting" }, { url: 1, depth: 1, family: 1, tries: 1 })
    .sort(NEAREST_FIRST)
    .limit(limit)
    .lean<WaitingAddress[]>();
}

/** The pages and the duplicates of these families. */
export function membersOfFamilies(
  models: Models,
  jobId: string,
  families: readonly string[],
): Promise<Row<CrawlAddress, "family" | "state">[]> {
  return models.crawlAddresses
    .find({ jobId, family: { $in: [...families] }, state: { $in: ["page", "duplicate"] } }, { family: 1, state: 1 })
    .lean<Row<CrawlAddress, "family" | "state">[]>();
}

/** The pages with one of these contents. */
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

/** What became of every address. */
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

/** The pages of a crawl that are nearest to its start. */
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

/** All pages that were found. */
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

/** The first addresses that are broken. */
export function brokenAddresses(models: Models, jobId: string, limit: number): Promise<BrokenAddress[]> {
  return models.crawlAddresses
    .find({ jobId, state: "broken" }, { url: 1, status: 1, reason: 1, foundOn: 1 })
    .sort(NEAREST_FIRST)
    .limit(limit)
    .lean<BrokenAddress[]>();
}

/** What is known of one address of a crawl; null: the crawl did not take it up. */
export function crawlAddressOf(models: Models, jobId: string, url: string): Promise<CrawlAddress | null> {
  return models.crawlAddresses.findOne({ _id: crawlAddressIdOf(jobId, url) }).lean<CrawlAddress>();
}

/** How far a crawl is, by the database. */
export async function countAddresses({ crawlAddresses }: Models, jobId: string): Promise<CrawlCounts> {
  const pages = await crawlAddresses.countDocuments({ jobId, state: "page" });
  const waiting = await crawlAddresses.countDocuments({ jobId, state: "waiting" });
  const skipped = await crawlAddresses.countDocuments({ jobId, state: "skipped" });
  const leftOut = await crawlAddresses.countDocuments({ jobId, state: "skipped", reason: LEFT_OUT });
  const all = await crawlAddresses.countDocuments({ jobId });
  return { pages, waiting, known: all - leftOut, asked: all - waiting - skipped, leftOut };
}

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
