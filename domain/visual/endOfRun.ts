// How a visual or baseline run ends: a pure decision.
import { errorOfFailure, type WorkFailure } from "../durable/end.ts";
import { countedVerdict, isInconclusive, notMeasuredSentence } from "../runs/measured.ts";

export type Counts = { total: number; passed: number; failed: number; approved: number; errors: number };

/**
 * A run is `failed` only when it was cancelled, could not be worked on, or too little of it could be judged; a single page that
 * cannot be captured is a failed result of a completed run, which has no verdict where nothing else is against the site.
 */
export function endOfRun(input: {
  summary: Counts;
  failure: WorkFailure | null;
  cancelledBy: string | null;
  commonestError: string | null;
  type: "vrt-test" | "baseline";
}): { status: "completed" | "failed"; verdict: "pass" | "fail" | null; error: string | null } {
  const { summary, failure } = input;
  if (failure) return { status: "failed", verdict: null, error: errorOfFailure(failure, input.cancelledBy) };
  if (summary.total === 0) return { status: "failed", verdict: null, error: "The run had no shots." };
  if (summary.errors === summary.total)
    return {
      status: "failed",
      verdict: null,
      error: `No screenshot could be compared: ${input.commonestError ?? "every page failed"}`,
    };
  const measured = { parts: summary.total, notMeasured: summary.errors };
  // A capture of baselines compares nothing: those that were taken stand.
  if (input.type !== "baseline" && isInconclusive(measured))
    return {
      status: "failed",
      verdict: null,
      error: notMeasuredSentence(measured, "screenshot", input.commonestError),
    };
  return { status: "completed", verdict: countedVerdict(input.type, summary), error: null };
}
