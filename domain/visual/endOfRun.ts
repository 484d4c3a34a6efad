// How a visual or baseline run ends: a pure decision.
import { errorOfFailure, type WorkFailure } from "../durable/end.ts";

export type Counts = { total: number; passed: number; failed: number; approved: number; errors: number };

/**
 * A run is `failed` only when it was cancelled, could not be worked on, or nothing in it could be judged;
 * a page that cannot be captured is a failed result of a completed run.
 */
export function endOfRun(input: {
  summary: Counts;
  failure: WorkFailure | null;
  cancelledBy: string | null;
  commonestError: string | null;
}): { status: "completed" | "failed"; verdict: "pass" | "fail" | null; error: string | null } {
  const { summary, failure } = input;
  if (failure) return { status: "failed", verdict: null, error: errorOfFailure(failure, input.cancelledBy) };
  if (summary.total === 0) return { status: "failed", verdict: null, error: "The run had no shots." };
  if (summary.errors === summary.total)
    return {
      status: "failed",
      verdict: "fail",
      error: `No shot could be judged: ${input.commonestError ?? "every page failed"}`,
    };
  return { status: "completed", verdict: summary.failed === 0 ? "pass" : "fail", error: null };
}
