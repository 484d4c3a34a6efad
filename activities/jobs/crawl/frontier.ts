// The frontier of a crawl in the database: which addresses are known, which of them wait, and what became of the others.
import { familyOf, keyOf, type SpelledAddress, spellAddress } from "../../../domain/crawl/address.ts";
import { chooseAddress } from "../../../domain/crawl/choose.ts";
import type { CrawlCounts, CrawlInput } from "../../../domain/crawl/crawl.ts";
import { CRAWL_LIMITS } from "../../../domain/crawl/limits.ts";
import { LEFT_OUT, type WaitingAddress } from "../../../models/crawlAddresses/queries.ts";
import { type CrawlAddress, crawlAddressIdOf } from "../../../models/crawlAddresses/schema.ts";
import { decideWaiting, insertNewAddresses } from "../../../models/crawlAddresses/writes.ts";
import type { Models } from "../../../models/index.ts";
import { inTurns } from "../../../platform/inTurns.ts";

export type Candidate = { url: string; depth: number; foundOn: string };
/** What became of it, and the addresses that it leads to. Without a state it goes on waiting. */
export type Outcome = { entry: WaitingAddress; patch: Partial<CrawlAddress>; found: Candidate[] };

/** Of one insert. */
const CHUNK = 200;

export type Frontier = {
  /** Whether the crawl takes an address up, in its one spelling; null: it does not. What is left out by its look is noted. */
  accepts(url: string, base?: string): string | null;
  /** Answers how many addresses there are among them that it takes up or would, were there room for all. */
  add(candidates: readonly Candidate[]): Promise<number>;
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
  /** Addresses that may be known at most, but for those that others lead to. */
  most: number;
};

export function openFrontier(models: Models, options: FrontierOptions): Frontier {
  const { job, input, isAllowed, known, counts, most } = options;

  /** By their ids; not stored yet. */
  const leftOut = new Map<string, CrawlAddress>();

  const accepts = (url: string, base?: string) => {
    const spelled = spellAddress(url, base);
    if (spelled.address !== null) return chooseAddress(spelled.address, input).take ? spelled.address : null;
    leaveOut(url, base, spelled);
    return null;
  };

  /** Files and what is no address are no pages that anybody would miss. Two secrets are two addresses, shown as one. */
  const leaveOut = (url: string, base: string | undefined, { why, shown }: SpelledAddress & { address: null }) => {
    if (why === "none" || why === "file" || counts.leftOut >= CRAWL_LIMITS.leftOut) return;
    if (!chooseAddress(shown, input).take || !isAllowed(shown)) return;
    const id = crawlAddressIdOf(job._id, URL.parse(url, base)?.href.split("#")[0] ?? "");
    if (!known.has(id)) leftOut.set(id, recordOf(id, { url: shown, depth: 0, foundOn: "" }, LEFT_OUT));
  };

  const storeLeftOut = async () => {
    const records = [...leftOut.values()].slice(0, Math.max(0, CRAWL_LIMITS.leftOut - counts.leftOut));
    leftOut.clear();
    for (let at = 0; at < records.length; at += CHUNK)
      counts.leftOut += (await insert(records.slice(at, at + CHUNK))).length;
  };

  /** As many as there is room for in the database; `sooner`: before others of their depth. */
  const take = async (candidates: readonly Candidate[], room: number, sooner = 0): Promise<number> => {
    const fresh = new Map<string, CrawlAddress>();
    await inTurns(candidates, (candidate) => {
      const address = candidate.depth > input.depth ? null : accepts(candidate.url);
      if (address === null) return;
      const id = crawlAddressIdOf(job._id, address);
      if (known.has(id) || fresh.has(id)) return;
      const record = recordOf(id, { ...candidate, url: address });
      fresh.set(id, { ...record, weight: record.weight - sooner });
    });
    const records = [...fresh.values()];
    for (let at = 0; at < records.length && counts.known < room; ) {
      const chunk = records.slice(at, at + Math.min(CHUNK, room - counts.known));
      at += chunk.length;
      const stored = await insert(chunk);
      counts.known += stored.length;
      counts.waiting += stored.filter(({ state }) => state === "waiting").length;
    }
    await storeLeftOut();
    return records.length;
  };

  /** Answers those that were not there before; all of them are known afterwards. */
  const insert = async (records: CrawlAddress[]): Promise<CrawlAddress[]> => {
    const stored = await insertNewAddresses(models, records);
    for (const { _id } of records) known.add(_id);
    return stored;
  };

  /** `skipped`: why it is not to be asked. */
  const recordOf = (
    _id: string,
    { url, depth, foundOn }: Candidate,
    skipped = isAllowed(url) ? "" : "robots",
  ): CrawlAddress => {
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
      state: skipped === "" ? "waiting" : "skipped",
      status: null,
      of: "",
      reason: skipped,
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
    add: (candidates) => take(candidates, most),
    async store(outcomes) {
      // A full frontier must not lose the page behind a redirect. Asked next, so that visits end in pages.
      const targets = outcomes.flatMap(({ patch, found }) => found.filter(({ url }) => url === patch.of));
      await take(targets, Number.POSITIVE_INFINITY, 1);
      await take(
        outcomes.flatMap(({ found }) => found),
        most,
      );
      await decideWaiting(
        models,
        outcomes.map(({ entry, patch }) => ({ _id: entry._id, patch })),
      );
      const done = outcomes.filter(({ patch }) => patch.state !== undefined);
      counts.waiting -= done.length;
      counts.pages += done.filter(({ patch }) => patch.state === "page").length;
      counts.asked += done.filter(({ patch }) => patch.state !== "skipped").length;
    },
  };
}
