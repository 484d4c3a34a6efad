// What to do with a run marked `running`, given what Temporal says of its workflow: a pure decision.

/** A run or a job that could not be started in this time is closed. */
export const GIVE_UP_AFTER_MS = 15 * 60_000;

export type LostRunInput = {
  /** Status name of Temporal (RUNNING, COMPLETED, FAILED, CANCELLED, TERMINATED, TIMED_OUT, CONTINUED_AS_NEW), null: there is no such workflow. */
  workflow: string | null;
  ageMs: number;
  cancelledBy: string | null;
  /** A workflow has been at work on it. */
  begun: boolean;
  restartAfterMs: number;
  giveUpAfterMs: number;
  /** What it is, for the sentence. */
  what?: "run" | "job";
};
export type LostRunDecision = { action: "wait" } | { action: "start" } | { action: "close"; reason: string };

const ENDED: Record<string, string> = {
  COMPLETED: "The workflow ended without writing its result.",
  FAILED: "The workflow failed before it could write a result.",
  TERMINATED: "The workflow was terminated in Temporal.",
  TIMED_OUT: "The workflow timed out.",
};

export function lostRun(input: LostRunInput): LostRunDecision {
  const { workflow, ageMs } = input;
  if (workflow === "RUNNING" || workflow === "CONTINUED_AS_NEW" || workflow === "PAUSED") return { action: "wait" };
  if (workflow === "CANCELLED")
    return { action: "close", reason: `cancelled by ${input.cancelledBy ?? "an operator in Temporal"}` };
  if (workflow !== null)
    return { action: "close", reason: ENDED[workflow] ?? `The workflow ended as ${workflow.toLowerCase()}.` };
  if (ageMs < input.restartAfterMs) return { action: "wait" };
  if (input.cancelledBy) return { action: "close", reason: `cancelled by ${input.cancelledBy}` };
  if (ageMs < input.giveUpAfterMs) return { action: "start" };
  const what = input.what ?? "run";
  return {
    action: "close",
    reason: input.begun
      ? `Temporal knows nothing of the ${what} any more: its workflow is gone.`
      : `The ${what} could not be started: its workflow never came into being.`,
  };
}
