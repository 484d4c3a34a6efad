// Decides how a visual or baseline run ends.
import { errorOfFailure, type WorkFailure } from "../durable/end.ts";
import { countedVerdict, isInconclusive, notMeasuredSentence } from "../runs/measured.ts";

export type Counts = { total: number; passed: number; failed: number; approved: number; errors: number };

/**
 * A run is `failed` only if it was cancelled, could not be processed, or too little of it could be judged. A single page that cannot be
 * captured is a failed result of a completed run; the run then has no verdict unless something else counts against the site.
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
  // A baseline run compares nothing: the baselines that were captured are valid.
  if (input.type !== "baseline" && isInconclusive(measured))
    return {
      status: "failed",
      verdict: null,
      error: notMeasuredSentence(measured, "screenshot", input.commonestError),
    };
  return { status: "completed", verdict: countedVerdict(input.type, summary), error: null };
}
