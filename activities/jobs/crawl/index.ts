// Activities of a crawl.
import { isDeepStrictEqual } from "node:util";
import { Context } from "@temporalio/activity";
import type { CrawlCounts } from "../../../domain/crawl/crawl.ts";
import type { AuditDeps } from "../../deps.ts";
import { throughOutages } from "../../outageWait.ts";
import type { JobWriting } from "../jobProjection.ts";
import { type CrawlBatchResult, crawlBatch } from "./crawlBatch.ts";
import { finishCrawl } from "./finishCrawl.ts";
import { planCrawl } from "./planCrawl.ts";

export type CrawlActivities = {
  planCrawl(input: { jobId: string }): Promise<void>;
  /** `counts`: as returned by the previous batch. */
  crawlBatch(input: { jobId: string; counts: CrawlCounts | null }): Promise<CrawlBatchResult>;
  finishCrawl(input: JobWriting & { outOfTime: boolean }): Promise<void>;
};

/** How long one attempt waits for the database. */
const OUTAGE_WAIT_MS = 1_200_000;
/** Number of crawls whose addresses one process keeps in memory: up to 80,000 ids of 55 characters each. */
const KEPT_IN_MIND = 3;

export function createCrawlActivities(deps: AuditDeps): CrawlActivities {
  const mind = new Map<string, Set<string>>();
  const knownOf = (jobId: string): Set<string> => {
    const known = mind.get(jobId) ?? new Set<string>();
    // Reinsert, so that the most recently used comes last.
    mind.delete(jobId);
    mind.set(jobId, known);
    for (const id of [...mind.keys()].slice(0, -KEPT_IN_MIND)) mind.delete(id);
    return known;
  };
  /** By job: the counts this process returned last. Any other counts are recomputed, because a crawl's limits depend on them. */
  const told = new Map<string, CrawlCounts>();
  const tell = (jobId: string, counts: CrawlCounts) => {
    told.delete(jobId);
    told.set(jobId, counts);
    for (const id of [...told.keys()].slice(0, -KEPT_IN_MIND)) told.delete(id);
  };
  /** Everything here is safe to repeat. It starts by reading the job, so no request goes to the site while the database is unavailable. */
  const overOutages = <T>(work: Parameters<typeof throughOutages<T>>[0]) => throughOutages(work, OUTAGE_WAIT_MS);
  return {
    planCrawl: ({ jobId }) => overOutages((signal, note) => planCrawl(deps, jobId, signal, note)),
    crawlBatch: ({ jobId, counts }) => {
      // A lost attempt may have stored pages that were not counted.
      let carried = Context.current().info.attempt === 1 && isDeepStrictEqual(counts, told.get(jobId)) ? counts : null;
      return overOutages(async (signal, note) => {
        const batch = { jobId, counts: carried, known: knownOf(jobId) };
        carried = null;
        const answer = await crawlBatch(deps, batch, signal, note);
        tell(jobId, answer.counts);
        return answer;
      });
    },
    finishCrawl: (input) =>
      overOutages(() => {
        mind.delete(input.jobId);
        return finishCrawl(deps, input);
      }),
  };
}
