// How an audit run ends: a pure decision.
import type { RunFailure } from "../visual/endOfRun.ts";

/** A run is `failed` only when it was cancelled, could not be worked on, or no page could be measured. */
export function endOfAudit(input: {
  pages: number;
  /** Pages, and the site itself where it was looked at. */
  measured: number;
  failure: RunFailure | null;
  cancelledBy: string | null;
  commonestReason: string | null;
}): { status: "completed" | "failed"; error: string | null } {
  const { failure } = input;
  if (failure?.cancelled)
    return { status: "failed", error: `cancelled by ${input.cancelledBy ?? "an operator in Temporal"}` };
  if (failure) return { status: "failed", error: failure.message };
  if (input.pages === 0) return { status: "failed", error: "The run had no pages." };
  if (input.measured === 0)
    return {
      status: "failed",
      error: `No page could be measured: ${input.commonestReason ?? "every page failed"}`,
    };
  return { status: "completed", error: null };
}
