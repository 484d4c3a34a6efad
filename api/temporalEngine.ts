// The durable engine of the API: a Temporal client behind the RunEngine seam.
import { type Client, isGrpcServiceError, WorkflowFailedError, WorkflowNotFoundError } from "@temporalio/client";
import type { RecompareResult, RunEngine, RunProgress } from "../domain/engine.ts";
import { messageOf, ProductError } from "../domain/errors.ts";
import { sentenceOfFailure } from "../domain/failureSentences.ts";
import { workflowIdOfRun } from "../domain/ids.ts";
import { PROGRESS_QUERY } from "../domain/workflowNames.ts";
import { type Queues, startRunWorkflow } from "../models/engine/startRunWorkflow.ts";

/** A trigger waits this long for Temporal before it answers 503. */
const DEADLINE_MS = 10_000;
/** Time in which a picture must be made for one request. */
const PICTURE_DEADLINE_MS = 60_000;

const QUEUE_TYPES = { workflow: 1, activity: 2 } as const;

/** Every failure to reach Temporal becomes ProductError "unavailable". */
export function createTemporalEngine(client: Client, queues: Queues, namespace: string): RunEngine {
  const reach = async <T>(work: () => Promise<T>, deadlineMs = DEADLINE_MS): Promise<T> => {
    try {
      return await client.withDeadline(Date.now() + deadlineMs, work);
    } catch (error) {
      if (
        error instanceof WorkflowNotFoundError ||
        error instanceof WorkflowFailedError ||
        error instanceof ProductError
      )
        throw error;
      if (isGrpcServiceError(error) || isConnectionTrouble(error))
        throw new ProductError("unavailable", "Temporal cannot be reached at the moment.", { retryAfterMs: 5_000 });
      throw error;
    }
  };

  const pollers = async (name: string, type: number): Promise<number> => {
    const answer = await client.workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name },
      taskQueueType: type,
    });
    return answer.pollers?.length ?? 0;
  };

  return {
    start: (run) => reach(() => startRunWorkflow(client, queues, run)),

    async cancel(runId) {
      try {
        await reach(() => client.workflow.getHandle(workflowIdOfRun(runId)).cancel());
        return "requested";
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return "missing";
        throw error;
      }
    },

    async progress(runId, deadlineMs) {
      try {
        return await client.withDeadline(Date.now() + deadlineMs, () =>
          client.workflow.getHandle(workflowIdOfRun(runId)).query<RunProgress>(PROGRESS_QUERY),
        );
      } catch (error) {
        if (isConnectionTrouble(error) && !isDeadline(error))
          throw new ProductError("unavailable", "Temporal cannot be reached at the moment.");
        // No worker to answer, or not in time: the projection stands on its own.
        return null;
      }
    },

    async renderDiff(shotId) {
      try {
        return await reach(
          () =>
            client.workflow.execute("renderDiff", {
              workflowId: `diff-${shotId}`,
              taskQueue: queues.orchestration,
              args: [shotId],
              workflowIdConflictPolicy: "USE_EXISTING",
              workflowExecutionTimeout: PICTURE_DEADLINE_MS,
            }) as Promise<string>,
          PICTURE_DEADLINE_MS,
        );
      } catch (error) {
        if (error instanceof WorkflowFailedError) throw new ProductError("not_found", sentenceOfFailure(error));
        throw error;
      }
    },

    async recompare(runId, requestedBy, waitMs) {
      const handle = await reach(() =>
        client.workflow.start("recompareRun", {
          workflowId: `recompare-${runId}`,
          taskQueue: queues.orchestration,
          args: [{ runId, requestedBy }],
          workflowIdConflictPolicy: "USE_EXISTING",
        }),
      );
      const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), waitMs).unref());
      return Promise.race([handle.result() as Promise<RecompareResult>, late]);
    },

    async ready() {
      try {
        const [workflows, activities, browser] = await client.withDeadline(Date.now() + 2_000, () =>
          Promise.all([
            pollers(queues.orchestration, QUEUE_TYPES.workflow),
            pollers(queues.orchestration, QUEUE_TYPES.activity),
            pollers(queues.browser, QUEUE_TYPES.activity),
          ]),
        );
        return { temporal: true, pollers: { orchestration: Math.min(workflows, activities), browser } };
      } catch {
        return { temporal: false, pollers: { orchestration: 0, browser: 0 } };
      }
    },
  };
}

function isDeadline(error: unknown): boolean {
  return isGrpcServiceError(error) && error.code === 4;
}

/** gRPC UNAVAILABLE or DEADLINE_EXCEEDED anywhere in the chain of causes. */
function isConnectionTrouble(error: unknown): boolean {
  for (let inner: unknown = error; inner instanceof Error; inner = inner.cause) {
    if (isGrpcServiceError(inner) && (inner.code === 14 || inner.code === 4)) return true;
    if (/UNAVAILABLE|ECONNREFUSED|failed to connect/i.test(messageOf(inner))) return true;
  }
  return false;
}
