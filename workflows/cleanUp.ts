import { CancellationScope, proxyActivities } from "@temporalio/workflow";
import type { RetentionActivities } from "../activities/retention/retention.ts";
import { sentenceOfFailure } from "../domain/failureSentences.ts";
import type { QueueNames } from "../domain/workflowNames.ts";
import { POLICIES } from "./policies.ts";

/** Performs one retention sweep, or plans it. The document of the cleanup records what was done; a repeated step continues where it stopped. */
export async function cleanUp({ cleanupId, queues }: { cleanupId: string; queues: QueueNames }): Promise<void> {
  const taskQueue = queues.orchestration;
  const { beginCleanup } = proxyActivities<RetentionActivities>({ ...POLICIES.database, taskQueue });
  const { expireRuns, sweepArtifacts } = proxyActivities<RetentionActivities>({ ...POLICIES.cleanup, taskQueue });
  const { endCleanup } = proxyActivities<RetentionActivities>({ ...POLICIES.cleanupEnd, taskQueue });
  const kind = await beginCleanup({ cleanupId });
  if (kind === null) return;
  try {
    let after: string | null = null;
    do {
      const taken: { next: string | null } = await expireRuns({ cleanupId, after });
      after = taken.next;
    } while (after !== null);
    let from: number | null = 0;
    do {
      const swept: { next: number | null } = await sweepArtifacts({ cleanupId, from });
      from = swept.next;
    } while (from !== null);
  } catch (error) {
    await CancellationScope.nonCancellable(() => endCleanup({ cleanupId, error: sentenceOfFailure(error) }));
    throw error;
  }
  await endCleanup({ cleanupId, error: null });
}
