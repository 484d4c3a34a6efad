// An exploration, or a proposal that needs one: rules and the start, then batches until nothing is left, then the result. Deterministic.

import { proxyActivities } from "@temporalio/workflow";
import type { ExploreActivities, ExploreBrowserActivities } from "../activities/jobs/explore/index.ts";
import { turnOf } from "../domain/durable/turn.ts";
import type { JobInput } from "../domain/jobs/kinds.ts";
import { continueOn } from "./continueOn.ts";
import { type JobCarried, jobRun } from "./jobRun.ts";
import { POLICIES } from "./policies.ts";

export type ExploreWorkflowInput = JobInput & {
  carried?: JobCarried & { workedMs: number };
  /** Number of batches after which it continues in a new execution; BATCHES_PER_EXECUTION by default. */
  batchesPerExecution?: number;
};

/** A batch takes about 12 events including its progress. */
const BATCHES_PER_EXECUTION = 400;

export async function exploreSite(input: ExploreWorkflowInput): Promise<void> {
  const { jobId, carried, batchesPerExecution = BATCHES_PER_EXECUTION } = input;
  const priority = turnOf(input);
  const { planExplore, finishExplore } = proxyActivities<ExploreActivities>({
    ...POLICIES.explore,
    taskQueue: input.queues.orchestration,
    priority,
  });
  const { exploreBatch } = proxyActivities<ExploreBrowserActivities>({
    ...POLICIES.explore,
    taskQueue: input.queues.browser,
    priority,
  });
  // Counts working time rather than elapsed time, so that waiting for an outage to end does not use up the exploration's time.
  let workedMs = carried?.workedMs ?? 0;

  return jobRun(input, carried, async (job) => {
    let explores = true;
    let outOfTime = false;
    if (!carried) {
      job.report({ phase: "reading robots.txt", done: 0, total: 0 });
      ({ explores } = await planExplore({ jobId }));
    }
    for (let batches = 0; explores && !outOfTime; batches += 1) {
      if (batches === batchesPerExecution) {
        await job.settle();
        await continueOn<typeof exploreSite>({ ...input, carried: { ...job.carried(), workedMs } });
      }
      const { states, left, workedMs: took, totalMs } = await exploreBatch({ jobId });
      job.report({ phase: "exploring", done: states, total: states + left });
      workedMs += took;
      outOfTime = left > 0 && workedMs > totalMs;
      explores = left > 0;
    }
    await job.settle();
    await finishExplore({ ...job.next(), outOfTime });
  });
}
