// Decides how an audit run ends. Pure.
import { errorOfFailure, type WorkFailure } from "../durable/end.ts";
import { isInconclusive, notMeasuredSentence } from "../runs/measured.ts";

/**
 * A run is `failed` only if it was cancelled, could not be executed, or measured too few pages. Unmeasured pages never count as passed;
 * the site-wide part does not count as a page.
 */
export function endOfAudit(input: {
  pages: number;
  /** Number of pages that could not be measured. Does not include pages that now answer with an error but did not before. */
  notMeasured: number;
  /** Whether the site-wide audit found failures. They are known even if no page was measured. */
  siteFailed: boolean;
  failure: WorkFailure | null;
  cancelledBy: string | null;
  commonestReason: string | null;
}): { status: "completed" | "failed"; error: string | null } {
  const { failure } = input;
  if (failure) return { status: "failed", error: errorOfFailure(failure, input.cancelledBy) };
  if (input.pages === 0) return { status: "failed", error: "The run had no pages." };
  const { pages, notMeasured, commonestReason } = input;
  if (input.siteFailed) return { status: "completed", error: null };
  if (notMeasured === pages)
    return { status: "failed", error: `No page could be measured: ${commonestReason ?? "every page failed"}` };
  if (isInconclusive({ parts: pages, notMeasured }))
    return { status: "failed", error: notMeasuredSentence({ parts: pages, notMeasured }, "page", commonestReason) };
  return { status: "completed", error: null };
}
