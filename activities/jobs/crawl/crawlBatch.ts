// A handful of addresses of a crawl: taken from the frontier, asked politely, each stored as soon as it is known.
import { CRAWL_LIMITS, isTrap, mostAddresses, mostVisits } from "../../../domain/crawl/limits.ts";
import type { CrawlAddress } from "../../../models/crawlAddress.ts";
import type { AuditDeps } from "../../deps.ts";
import { createLanes } from "../../site/lanes.ts";
import { siteTools } from "../../site/tools.ts";
import { readJob } from "../jobProjection.ts";
import {
  type CrawlCounts,
  countAddresses,
  type Frontier,
  type Outcome,
  openFrontier,
  type Waiting,
} from "./frontier.ts";
import { crawlInputOf, paceOf, robotsRules, setUpOf } from "./rules.ts";
import { visitAddress } from "./visitAddress.ts";

/** `left`: addresses that wait still and may be asked. */
export type CrawlBatchResult = { counts: CrawlCounts; left: number };

export type Batch = {
  jobId: string;
  /** As the batch before left them; null: they are counted. */
  counts: CrawlCounts | null;
  /** Ids that this process knows to be in the database. */
  known: Set<string>;
};

/** Safe to repeat with `counts: null`: it takes what waits now, so a lost attempt costs what was in flight. */
export async function crawlBatch(
  deps: AuditDeps,
  { jobId, known, counts: carried }: Batch,
  signal: AbortSignal,
  note: (phase: string) => void,
): Promise<CrawlBatchResult> {
  const { models } = deps;
  const job = await readJob(deps, jobId);
  const input = crawlInputOf(job);
  const { robots } = setUpOf(job);
  const isAllowed = await robotsRules(deps, robots);
  const counts = carried ? { ...carried } : await countAddresses(models, jobId);
  const frontier = openFrontier(models, { job, input, isAllowed, known, counts, most: mostAddresses(input.maxPages) });
  const room = () =>
    Math.min(CRAWL_LIMITS.batch, input.maxPages - counts.pages, mostVisits(input.maxPages) - counts.asked);

  const batch =
    room() > 0
      ? await models.crawlAddresses
          .find({ jobId, state: "waiting" }, { url: 1, depth: 1, family: 1 })
          .sort({ weight: 1, _id: 1 })
          .limit(room())
          .lean<Waiting[]>()
      : [];
  const traps = await trapsAmong(deps, jobId, batch);
  const tools = await siteTools(deps, job.environmentId, signal, note);
  const pace = paceOf(robots);
  const lanes = createLanes(pace.perHost, pace.delayMs);
  const writer = openWriter((outcomes) => storeOnce(deps, jobId, frontier, outcomes));
  let done = 0;
  await Promise.all(
    batch.map(async (entry) => {
      const outcome: Outcome = traps.has(entry.family)
        ? { entry, patch: { state: "skipped", reason: "variant" }, found: [] }
        : await lanes(new URL(entry.url).host, async () => {
            signal.throwIfAborted();
            return visitAddress(tools, frontier, isAllowed, entry);
          });
      await writer(outcome);
      done += 1;
      note(`asked ${done} of ${batch.length} addresses`);
    }),
  );
  return { counts, left: batch.length > 0 && room() > 0 ? counts.waiting : 0 };
}

/** Families whose further variants need not be asked. */
async function trapsAmong({ models }: AuditDeps, jobId: string, batch: readonly Waiting[]): Promise<Set<string>> {
  const families = [...new Set(batch.map(({ family }) => family))].filter((family) => family !== "");
  if (families.length === 0) return new Set();
  const members = await models.crawlAddresses
    .find({ jobId, family: { $in: families }, state: { $in: ["page", "duplicate"] } }, { family: 1, state: 1 })
    .lean<Pick<CrawlAddress, "family" | "state">[]>();
  const count = (family: string, state: string) =>
    members.filter((member) => member.family === family && member.state === state).length;
  return new Set(
    families.filter((family) => isTrap({ duplicates: count(family, "duplicate"), pages: count(family, "page") })),
  );
}

/** One write at a time, of all outcomes that came up during the one before. Rejects where the write did. */
function openWriter(store: (outcomes: Outcome[]) => Promise<void>): (outcome: Outcome) => Promise<void> {
  let pending: Outcome[] = [];
  let writing: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  return (outcome) => {
    pending.push(outcome);
    next ??= writing.then(() => {
      const outcomes = pending;
      pending = [];
      next = null;
      writing = store(outcomes);
      return writing;
    });
    return next;
  };
}

/** A page with parameters that says the same as another of its path is no other page. */
async function storeOnce(deps: AuditDeps, jobId: string, frontier: Frontier, outcomes: Outcome[]): Promise<void> {
  const variants = outcomes.filter(({ patch, entry }) => patch.state === "page" && entry.family !== "");
  if (variants.length > 0) {
    const contents = variants.map(({ patch }) => patch.content ?? "");
    const stored = await deps.models.crawlAddresses
      .find({ jobId, state: "page", content: { $in: contents } }, { url: 1, content: 1 })
      .lean<Pick<CrawlAddress, "url" | "content">[]>();
    const pages = new Map(stored.map((page) => [sameness(page), page.url]));
    for (const { entry, patch } of variants) {
      const id = sameness({ url: entry.url, content: patch.content ?? "" });
      const same = pages.get(id);
      if (same === undefined) pages.set(id, entry.url);
      else Object.assign(patch, { state: "duplicate", of: same });
    }
  }
  await frontier.store(outcomes);
}

const sameness = ({ url, content }: { url: string; content: string }): string => {
  const { origin, pathname } = new URL(url);
  return `${content} ${origin}${pathname}`;
};
