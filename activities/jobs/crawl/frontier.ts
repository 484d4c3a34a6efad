// The frontier of a crawl in the database: which addresses are known, which of them wait, and what became of the others.
import { crawlAddress, familyOf, keyOf } from "../../../domain/crawl/address.ts";
import { chooseAddress } from "../../../domain/crawl/choose.ts";
import type { CrawlInput } from "../../../domain/crawl/crawl.ts";
import { type CrawlAddress, crawlAddressIdOf } from "../../../models/crawlAddress.ts";
import { isDuplicateKey, type Models } from "../../../models/index.ts";

export type Candidate = { url: string; depth: number; foundOn: string };
/** An address as a batch takes it. */
export type Waiting = Pick<CrawlAddress, "_id" | "url" | "depth" | "family" | "tries">;
/** What became of it, and the addresses that it leads to. Without a state it goes on waiting. */
export type Outcome = { entry: Waiting; patch: Partial<CrawlAddress>; found: Candidate[] };

/** How far a crawl is: addresses by what became of them. */
export type CrawlCounts = { pages: number; waiting: number; known: number; asked: number };

/** Of one insert. */
const CHUNK = 200;

export type Frontier = {
  /** Whether the crawl takes an address up, in its one spelling; null: it does not. */
  accepts(url: string, base?: string): string | null;
  add(candidates: readonly Candidate[]): Promise<void>;
  /** Links before the page: a page that is marked done has handed on what it found. */
  store(outcomes: readonly Outcome[]): Promise<void>;
};

export type FrontierOptions = {
  job: { _id: string; projectId: string };
  input: CrawlInput;
  /** By robots.txt. */
  isAllowed(url: string): boolean;
  /** Ids that are in the database for certain; it grows. What is not in it is found out by inserting. */
  known: Set<string>;
  /** Kept up to date with what is stored. */
  counts: CrawlCounts;
  /** Addresses that may be known at most. */
  most: number;
};

export function openFrontier(models: Models, options: FrontierOptions): Frontier {
  const { job, input, isAllowed, known, counts, most } = options;
  const { crawlAddresses } = models;

  const accepts = (url: string, base?: string) => {
    const address = crawlAddress(url, base);
    return address !== null && chooseAddress(address, input).take ? address : null;
  };

  const add = async (candidates: readonly Candidate[]) => {
    const fresh = new Map<string, CrawlAddress>();
    for (const candidate of candidates) {
      const address = candidate.depth > input.depth ? null : accepts(candidate.url);
      if (address === null) continue;
      const id = crawlAddressIdOf(job._id, address);
      if (!known.has(id) && !fresh.has(id)) fresh.set(id, recordOf(id, { ...candidate, url: address }));
    }
    const records = [...fresh.values()].slice(0, Math.max(0, most - counts.known));
    for (let at = 0; at < records.length; at += CHUNK) {
      const chunk = records.slice(at, at + CHUNK);
      const stored = await insert(chunk);
      counts.known += stored.length;
      counts.waiting += stored.filter(({ state }) => state === "waiting").length;
      for (const { _id } of chunk) known.add(_id);
    }
  };

  /** Answers those that were not there before. */
  const insert = async (records: CrawlAddress[]): Promise<CrawlAddress[]> => {
    try {
      await crawlAddresses.collection.insertMany(records as never, { ordered: false });
      return records;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const { writeErrors } = error as { writeErrors?: { index: number } | { index: number }[] };
      const refused = new Set([writeErrors ?? []].flat().map(({ index }) => index));
      return records.filter((_, index) => !refused.has(index));
    }
  };

  const recordOf = (_id: string, { url, depth, foundOn }: Candidate): CrawlAddress => {
    const allowed = isAllowed(url);
    const family = familyOf(url);
    return {
      _id,
      jobId: job._id,
      projectId: job.projectId,
      url,
      key: keyOf(url),
      family,
      depth,
      // Of one depth, addresses without parameters first: the others are more often variants of them.
      weight: depth * 2 + (family === "" ? 0 : 1),
      foundOn,
      state: allowed ? "waiting" : "skipped",
      status: null,
      of: "",
      reason: allowed ? "" : "robots",
      title: "",
      skeleton: "",
      content: "",
      noindex: false,
      links: 0,
      tries: 0,
      scripted: false,
      group: "",
    };
  };

  return {
    accepts,
    add,
    async store(outcomes) {
      await add(outcomes.flatMap(({ found }) => found));
      await crawlAddresses.bulkWrite(
        outcomes.map(({ entry, patch }) => ({
          updateOne: { filter: { _id: entry._id, state: "waiting" }, update: { $set: patch } },
        })),
        { ordered: false },
      );
      const done = outcomes.filter(({ patch }) => patch.state !== undefined);
      counts.waiting -= done.length;
      counts.pages += done.filter(({ patch }) => patch.state === "page").length;
      counts.asked += done.filter(({ patch }) => patch.state !== "skipped").length;
    },
  };
}

/** How far a crawl is, by the database. */
export async function countAddresses(models: Models, jobId: string): Promise<CrawlCounts> {
  const { crawlAddresses } = models;
  const pages = await crawlAddresses.countDocuments({ jobId, state: "page" });
  const waiting = await crawlAddresses.countDocuments({ jobId, state: "waiting" });
  const skipped = await crawlAddresses.countDocuments({ jobId, state: "skipped" });
  const known = await crawlAddresses.countDocuments({ jobId });
  return { pages, waiting, known, asked: known - waiting - skipped };
}
