// The frontier of a crawl in the database: all known addresses, which of them are waiting, and the result of the others.
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
/** Result of an address, and the addresses it leads to. Without a state it stays waiting. */
export type Outcome = { entry: WaitingAddress; patch: Partial<CrawlAddress>; found: Candidate[] };

/** Maximum number of records per insert. */
const CHUNK = 200;

export type Frontier = {
  /** Returns the address in canonical spelling if the crawl accepts it; otherwise null. Addresses left out by their form are recorded. */
  accepts(url: string, base?: string): string | null;
  /** Returns how many of the candidates are new and acceptable, including those there is no room for. */
  add(candidates: readonly Candidate[]): Promise<number>;
  /** Stores links before the page, so that a page marked as done has already passed on its links. */
  store(outcomes: readonly Outcome[]): Promise<void>;
};

export type FrontierOptions = {
  job: { _id: string; projectId: string };
  input: CrawlInput;
  /** Whether robots.txt allows the address. */
  isAllowed(url: string): boolean;
  /** Ids known to be in the database; it grows. For any other id an insert decides. */
  known: Set<string>;
  /** Updated with every write. */
  counts: CrawlCounts;
  /** Maximum number of known addresses, not counting redirect targets. */
  most: number;
};

export function openFrontier(models: Models, options: FrontierOptions): Frontier {
  const { job, input, isAllowed, known, counts, most } = options;

  /** By id; not stored yet. */
  const leftOut = new Map<string, CrawlAddress>();

  const accepts = (url: string, base?: string) => {
    const spelled = spellAddress(url, base);
    if (spelled.address !== null) return chooseAddress(spelled.address, input).take ? spelled.address : null;
    leaveOut(url, base, spelled);
    return null;
  };

  /** Files and invalid addresses are not recorded, because nobody would miss them. Two secrets are two addresses, displayed as one. */
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

  /** Inserts candidates up to the limit `room`. `sooner`: places them before others of their depth. */
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

  /** Inserts the records and returns those that were new; afterwards all of them are known. */
  const insert = async (records: CrawlAddress[]): Promise<CrawlAddress[]> => {
    const stored = await insertNewAddresses(models, records);
    for (const { _id } of records) known.add(_id);
    return stored;
  };

  /** `skipped`: why the address is not requested. */
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
      // At equal depth, addresses without parameters go first, because the others are more often variants of them.
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
      // A full frontier must not lose the page behind a redirect. Requested next, so that visits end in pages.
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
