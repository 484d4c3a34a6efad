// How an audit run ends: a pure decision.
import { errorOfFailure, type WorkFailure } from "../durable/end.ts";

/** A run is `failed` only when it was cancelled, could not be worked on, or no page could be measured. */
export function endOfAudit(input: {
  pages: number;
  /** Pages, and the site itself where it was looked at. */
  measured: number;
  failure: WorkFailure | null;
  cancelledBy: string | null;
  commonestReason: string | null;
}): { status: "completed" | "failed"; error: string | null } {
  const { failure } = input;
  if (failure) return { status: "failed", error: errorOfFailure(failure, input.cancelledBy) };
  if (input.pages === 0) return { status: "failed", error: "The run had no pages." };
  if (input.measured === 0)
    return {
      status: "failed",
      error: `No page could be measured: ${input.commonestReason ?? "every page failed"}`,
    };
  return { status: "completed", error: null };
}
