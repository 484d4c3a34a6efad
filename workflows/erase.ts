import { CancellationScope, proxyActivities, sleep } from "@temporalio/workflow";
import type { ErasureActivities } from "../activities/erasure/erasure.ts";
import { ERASURE_STEPS, LAST_STEPS, SETTLING_MS } from "../domain/erasure/erasure.ts";
import { sentenceOfFailure } from "../domain/failureSentences.ts";
import type { QueueNames } from "../domain/workflowNames.ts";
import { POLICIES } from "./policies.ts";

/** Deletes all of a project, an organisation or a person. Its history names ids alone; a step that is repeated goes on where it was. */
export async function erase({ erasureId, queues }: { erasureId: string; queues: QueueNames }): Promise<void> {
  const taskQueue = queues.orchestration;
  const { beginErasure, endErasure } = proxyActivities<ErasureActivities>({ ...POLICIES.database, taskQueue });
  const { eraseStep } = proxyActivities<ErasureActivities>({ ...POLICIES.cleanup, taskQueue });
  const parts = await beginErasure({ erasureId });
  if (parts === null) return;
  try {
    for (const part of parts)
      for (const step of ERASURE_STEPS[part.kind]) await eraseStep({ erasureId, ...part, step });
    await sleep(SETTLING_MS);
    for (const part of parts) for (const step of LAST_STEPS[part.kind]) await eraseStep({ erasureId, ...part, step });
  } catch (error) {
    await CancellationScope.nonCancellable(() => endErasure({ erasureId, error: sentenceOfFailure(error) }));
    throw error;
  }
  await endErasure({ erasureId, error: null });
}
