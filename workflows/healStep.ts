// Proposes a fix for a failed step: searches for the element, replays the scenario with the patch, stores the proposal. Deterministic.

import { proxyActivities } from "@temporalio/workflow";
import type { FinishHealActivities, HealActivities } from "../activities/functional/heal/healStep.ts";
import { turnOf } from "../domain/durable/turn.ts";
import type { JobInput } from "../domain/jobs/kinds.ts";
import { jobRun } from "./jobRun.ts";
import { POLICIES } from "./policies.ts";

export async function healStep(input: JobInput): Promise<void> {
  const { jobId, queues } = input;
  const priority = turnOf(input);
  const { findHeal, replayHeal } = proxyActivities<HealActivities>({
    ...POLICIES.scenario,
    taskQueue: queues.browser,
    priority,
  });
  const { finishHeal } = proxyActivities<FinishHealActivities>({
    ...POLICIES.judge,
    taskQueue: queues.orchestration,
    priority,
  });
  return jobRun(input, undefined, async (job) => {
    job.report({ phase: "looking for the element", done: 0, total: 2 });
    if (await findHeal({ jobId })) {
      job.report({ phase: "replaying the scenario", done: 1, total: 2 });
      await replayHeal({ jobId });
    }
    await job.settle();
    await finishHeal(job.next());
  });
}
