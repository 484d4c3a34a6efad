// Decides what to do with work that has not ended, given the state of its workflow in Temporal. Pure.
import { CATCH_UP_MS } from "../schedules/decide.ts";
import { cancelledBy } from "./end.ts";
import type { WorkKind } from "./work.ts";

/** Work that could not be started within this time is closed. */
export const GIVE_UP_AFTER_MS = 15 * 60_000;

/** Returns the same for stored work: a run of a schedule that has not begun starts as long as its due time is made up for. */
export const giveUpAfter = ({
  requestedBy,
  executionId,
}: {
  requestedBy: string;
  executionId: string | null;
}): number => (executionId === null && requestedBy.startsWith(SCHEDULED) ? CATCH_UP_MS : GIVE_UP_AFTER_MS);

/** How `requestedBy` of a run that a schedule started begins. */
export const SCHEDULED = "schedule ";

export type LostWorkInput = {
  kind: WorkKind;
  /**
   * Temporal's name for the state (RUNNING, COMPLETED, FAILED, CANCELLED, TERMINATED, TIMED_OUT, CONTINUED_AS_NEW); null if the workflow
   * does not exist.
   */
  workflow: string | null;
  ageMs: number;
  cancelledBy: string | null;
  /** Whether a workflow has worked on it. */
  begun: boolean;
  restartAfterMs: number;
  giveUpAfterMs: number;
  /** Time of the backup from which the work was restored, without its workflow; null if it was not restored. */
  restoredFrom: Date | null;
};
export type LostWorkDecision =
  | { action: "wait" }
  | { action: "start" }
  | { action: "cancel" }
  | { action: "close"; reason: string; cancelled: boolean };

const ENDED: Record<string, string> = {
  COMPLETED: "The workflow ended without writing its result.",
  FAILED: "The workflow failed before it could write a result.",
  TERMINATED: "The workflow was terminated in Temporal.",
  TIMED_OUT: "The workflow timed out.",
};

export function lostWork(input: LostWorkInput): LostWorkDecision {
  const { kind, workflow, ageMs } = input;
  // Temporal may have been unavailable when the cancellation was requested. Requesting it again is harmless.
  if (workflow === "RUNNING" || workflow === "CONTINUED_AS_NEW" || workflow === "PAUSED")
    return { action: input.cancelledBy ? "cancel" : "wait" };
  if (workflow === "CANCELLED") return { action: "close", reason: cancelledBy(input.cancelledBy), cancelled: true };
  if (workflow !== null) {
    const reason = ENDED[workflow] ?? `The workflow ended as ${workflow.toLowerCase()}.`;
    return { action: "close", reason, cancelled: false };
  }
  if (ageMs < input.restartAfterMs) return { action: "wait" };
  if (input.cancelledBy) return { action: "close", reason: cancelledBy(input.cancelledBy), cancelled: true };
  if (ageMs < input.giveUpAfterMs) return { action: "start" };
  if (input.restoredFrom) {
    const at = input.restoredFrom.toISOString();
    const reason = `The service was restored from a backup of ${at}, when this ${kind} was in progress: start it again.`;
    return { action: "close", reason, cancelled: false };
  }
  const reason = input.begun
    ? `Temporal no longer knows the ${kind}: its workflow was deleted.`
    : `The ${kind} could not be started: its workflow was never created.`;
  return { action: "close", reason, cancelled: false };
}
