// Proposes scenarios from the latest crawl. Deterministic.

import { proxyActivities } from "@temporalio/workflow";
import type { ProposeActivities } from "../activities/jobs/proposeScenarios.ts";
import { turnOf } from "../domain/durable/turn.ts";
import type { JobInput } from "../domain/jobs/kinds.ts";
import { jobRun } from "./jobRun.ts";
import { POLICIES } from "./policies.ts";

export async function generateScenarios(input: JobInput): Promise<void> {
  const { proposeScenarios } = proxyActivities<ProposeActivities>({
    ...POLICIES.judge,
    taskQueue: input.queues.orchestration,
    priority: turnOf(input),
  });
  return jobRun(input, undefined, async (job) => {
    job.report({ phase: "proposing", done: 0, total: 0 });
    await job.settle();
    await proposeScenarios(job.next());
  });
}
