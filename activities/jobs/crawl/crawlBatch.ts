// Processes a batch of addresses of a crawl: taken from the frontier, requested politely, each stored as soon as its result is known.
import { setTimeout as sleep } from "node:timers/promises";
import type { CrawlCounts } from "../../../domain/crawl/crawl.ts";
import { CRAWL_LIMITS, isTrap, mostAddresses, mostVisits } from "../../../domain/crawl/limits.ts";
import { FULL_PACE, paceAfter, restOf, speedOf } from "../../../domain/crawl/pace.ts";
import {
  countAddresses,
  membersOfFamilies,
  pagesWithContents,
  type WaitingAddress,
  waitingAddresses,
} from "../../../models/crawlAddresses/queries.ts";
import { keepJobState } from "../../../models/jobs/queries.ts";
import type { Job } from "../../../models/jobs/schema.ts";
import type { AuditDeps } from "../../deps.ts";
import { requireOpen } from "../../requireOpen.ts";
import { withSiteTurn } from "../../site/siteTurn.ts";
import { siteTools } from "../../site/tools.ts";
import { readJob } from "../jobProjection.ts";
import { robotsRules } from "../robotsRules.ts";
import { askAll } from "./askAll.ts";
import { type Frontier, type Outcome, openFrontier } from "./frontier.ts";
import { CRAWL_TRIES, crawlInputOf, setUpOf } from "./rules.ts";
import { visitAddress } from "./visitAddress.ts";

/** `left`: number of waiting addresses, limited to the pages there is room for. `workedMs`: duration of the batch, without lost attempts. */
export type CrawlBatchResult = { counts: CrawlCounts; left: number; workedMs: number };

export type Batch = {
  jobId: string;
  /** Counts returned by the previous batch; null: count them again. */
  counts: CrawlCounts | null;
  /** Ids that this process knows to be in the database. */
  known: Set<string>;
};

/**
 * Safe to repeat with `counts: null`: it takes whatever is waiting, so a lost attempt only loses requests in flight. Only one crawl of
 * a site sends requests at a time, across all workers.
 */
export async function crawlBatch(
  deps: AuditDeps,
  batch: Batch,
  signal: AbortSignal,
  note: (phase: string) => void,
): Promise<CrawlBatchResult> {
  const job = await readJob(deps, batch.jobId);
  requireOpen("job", job);
  const asking = { url: crawlInputOf(job).startUrl, id: batch.jobId, signal, maxTries: CRAWL_TRIES };
  return withSiteTurn(deps, asking, () => askBatch(deps, job, batch, signal, note));
}

async function askBatch(
  deps: AuditDeps,
  job: Job,
  { jobId, known, counts: carried }: Batch,
  signal: AbortSignal,
  note: (phase: string) => void,
): Promise<CrawlBatchResult> {
  const began = performance.now();
  const { models } = deps;
  const input = crawlInputOf(job);
  const { robots, pace = FULL_PACE } = setUpOf(job);
  const isAllowed = await robotsRules(deps, robots);
  const counts = carried ? { ...carried } : await countAddresses(models, jobId);
  const frontier = openFrontier(models, { job, input, isAllowed, known, counts, most: mostAddresses(input.maxPages) });
  const visits = () => mostVisits(input.maxPages) - counts.asked;
  const mayGoOn = () => counts.pages < input.maxPages && visits() > 0;
  const batch = mayGoOn() ? await waitingAddresses(models, jobId, Math.min(CRAWL_LIMITS.batch, visits())) : [];
  const speed = speedOf(pace, robots.delayMs);
  // A batch ends with the pause after its last request. After the plan and after a lost attempt it is unknown when the last request was.
  const restMs = Math.max(restOf(pace, deps.now().getTime()), carried ? 0 : speed.delayMs);
  if (batch.length > 0) {
    note("leaving the site alone for a while");
    await sleep(restMs, undefined, { signal });
  }

  const traps = await trapsAmong(deps, jobId, batch);
  const variants = batch.filter(({ family }) => traps.has(family));
  const limit = { jobId, most: input.maxPages, counts };
  const store = openWriter((outcomes) => storeOnce(deps, limit, frontier, outcomes));
  await Promise.all(
    variants.map((entry) => store({ entry, patch: { state: "skipped", reason: "variant" }, found: [] })),
  );
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const tools = await siteTools(deps, job, either, note);
  const pause = () => sleep(speed.delayMs, undefined, { signal: either });
  const met = await askAll(
    batch.filter(({ family }) => !traps.has(family)),
    {
      speed,
      stop,
      signal: either,
      store,
      note,
      isFull: (unstored) => counts.pages + unstored >= input.maxPages,
      visit: (entry) => visitAddress({ tools, frontier, isAllowed, pause }, entry),
    },
  );

  const after = paceAfter(pace, met, deps.now().getTime());
  if (after !== pace) await keepJobState(models, jobId, "pace", after);
  const left = batch.length > 0 && mayGoOn() ? Math.min(counts.waiting, input.maxPages - counts.pages) : 0;
  return { counts, left, workedMs: Math.round(performance.now() - began) };
}

/** Returns the families whose further variants need not be requested. */
async function trapsAmong(
  { models }: AuditDeps,
  jobId: string,
  batch: readonly WaitingAddress[],
): Promise<Set<string>> {
  const families = [...new Set(batch.map(({ family }) => family))].filter((family) => family !== "");
  if (families.length === 0) return new Set();
  const members = await membersOfFamilies(models, jobId, families);
  const count = (family: string, state: string) =>
    members.filter((member) => member.family === family && member.state === state).length;
  return new Set(
    families.filter((family) => isTrap({ duplicates: count(family, "duplicate"), pages: count(family, "page") })),
  );
}

/** Returns a writer that runs one write at a time, each with all outcomes that arrived during the previous one. Rejects if the write did. */
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

type Limit = { jobId: string; most: number; counts: CrawlCounts };

/** Stores outcomes. A page with parameters and the same content as another of its path is a duplicate. Pages beyond `most` stay waiting. */
async function storeOnce(
  deps: AuditDeps,
  { jobId, most, counts }: Limit,
  frontier: Frontier,
  outcomes: Outcome[],
): Promise<void> {
  const variants = outcomes.filter(({ patch, entry }) => patch.state === "page" && entry.family !== "");
  if (variants.length > 0) {
    const contents = variants.map(({ patch }) => patch.content ?? "");
    const stored = await pagesWithContents(deps.models, jobId, contents);
    const pages = new Map(stored.map((page) => [sameness(page), page.url]));
    for (const { entry, patch } of variants) {
      const id = sameness({ url: entry.url, content: patch.content ?? "" });
      const same = pages.get(id);
      if (same === undefined) pages.set(id, entry.url);
      else Object.assign(patch, { state: "duplicate", of: same });
    }
  }
  let room = most - counts.pages;
  const kept = outcomes.filter(({ patch }) => {
    if (patch.state === "page") room -= 1;
    return patch.state !== "page" || room >= 0;
  });
  if (kept.length > 0) await frontier.store(kept);
}

const sameness = ({ url, content }: { url: string; content: string }): string => {
  const { origin, pathname } = new URL(url);
  return `${content} ${origin}${pathname}`;
};
