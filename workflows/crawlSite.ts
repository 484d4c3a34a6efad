// A crawl: rules and first URLs, then batches until nothing is left, then groups and the result. Deterministic.

import { proxyActivities } from "@temporalio/workflow";
import type { CrawlBatchResult } from "../activities/jobs/crawl/crawlBatch.ts";
import type { CrawlActivities } from "../activities/jobs/crawl/index.ts";
import type { CrawlCounts } from "../domain/crawl/crawl.ts";
import { CRAWL_LIMITS } from "../domain/crawl/limits.ts";
import { turnOf } from "../domain/durable/turn.ts";
import type { JobInput } from "../domain/jobs/kinds.ts";
import { continueOn } from "./continueOn.ts";
import { type JobCarried, jobRun } from "./jobRun.ts";
import { POLICIES } from "./policies.ts";

export type CrawlWorkflowInput = JobInput & {
  carried?: JobCarried & { workedMs: number };
  /** Number of batches after which it continues in a new execution; BATCHES_PER_EXECUTION by default. */
  batchesPerExecution?: number;
};

/** A batch takes about 12 events including its progress, so 400 stay under 5,000. */
const BATCHES_PER_EXECUTION = 400;

export async function crawlSite(input: CrawlWorkflowInput): Promise<void> {
  const { jobId, carried, batchesPerExecution = BATCHES_PER_EXECUTION } = input;
  const options = { taskQueue: input.queues.orchestration, priority: turnOf(input) };
  const { planCrawl, crawlBatch } = proxyActivities<CrawlActivities>({ ...POLICIES.crawl, ...options });
  const { finishCrawl } = proxyActivities<CrawlActivities>({ ...POLICIES.crawlEnd, ...options });
  // Counts working time rather than elapsed time, so that waiting for an outage to end does not use up the crawl's time.
  let workedMs = carried?.workedMs ?? 0;

  return jobRun(input, carried, async (job) => {
    if (!carried) {
      job.report({ phase: "reading robots.txt and sitemaps", done: 0, total: 0 });
      await planCrawl({ jobId });
    }
    let outOfTime = false;
    let counts: CrawlCounts | null = null;
    for (let batches = 0; ; batches += 1) {
      if (batches === batchesPerExecution) {
        await job.settle();
        await continueOn<typeof crawlSite>({ ...input, carried: { ...job.carried(), workedMs } });
      }
      const batch: CrawlBatchResult = await crawlBatch({ jobId, counts });
      const { left } = batch;
      counts = batch.counts;
      job.report({ phase: "crawling", done: counts.pages, total: counts.pages + left });
      // Undefined in crawls started before batches reported it.
      workedMs += batch.workedMs ?? 0;
      outOfTime = workedMs > CRAWL_LIMITS.totalMs;
      if (left === 0 || outOfTime) break;
    }
    await job.settle();
    await finishCrawl({ ...job.next(), outOfTime });
  });
}
