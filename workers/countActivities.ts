// Counts every attempt of every activity, and what some of them did according to their results.
import { ApplicationFailure, CancelledFailure } from "@temporalio/common";
import type { ActivityInboundCallsInterceptor, ActivityInterceptorsFactory } from "@temporalio/worker";
import type { TryOutcome } from "../domain/notify/retries.ts";
import { FAILURES } from "../domain/workflowNames.ts";
import type { WorkerMetrics } from "./metrics.ts";

type Counts = Pick<WorkerMetrics, "attempt" | "notification" | "reconciled">;

/** Counters by activity name. The type of the result is that of the activity. */
const COUNTS_OF: Record<string, (counts: Counts, result: never) => void> = {
  reconcileRuns(counts, { restarted, closed }: { restarted: number; closed: number }) {
    counts.reconciled("restarted", restarted);
    counts.reconciled("closed", closed);
  },
  attemptDelivery(counts, { outcome }: { outcome?: TryOutcome }) {
    if (outcome !== undefined) counts.notification(outcome);
  },
};

const outcomeOf = (error: unknown): "cancelled" | "failed" | "waiting" => {
  if (error instanceof CancelledFailure) return "cancelled";
  return error instanceof ApplicationFailure && error.type === FAILURES.waiting ? "waiting" : "failed";
};

export const countActivities =
  (counts: Counts): ActivityInterceptorsFactory =>
  ({ info }) => ({
    inbound: {
      async execute(input, next) {
        const { activityType: activity, attempt } = info;
        try {
          const result = await next(input);
          counts.attempt(activity, attempt, "completed");
          COUNTS_OF[activity]?.(counts, result as never);
          return result;
        } catch (error) {
          counts.attempt(activity, attempt, outcomeOf(error));
          throw error;
        }
      },
    } satisfies ActivityInboundCallsInterceptor,
  });
