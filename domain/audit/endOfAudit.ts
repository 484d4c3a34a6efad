// How an audit run ends: a pure decision.
import { errorOfFailure, type WorkFailure } from "../durable/end.ts";
import { isInconclusive, notMeasuredSentence } from "../runs/measured.ts";

/**
 * A run is `failed` only when it was cancelled, could not be worked on, or too few pages could be measured. What was not measured
 * is never a pass: the part that looks at the site as a whole counts as no page.
 */
export function endOfAudit(input: {
  pages: number;
  /** Pages about which nothing can be said; those that answer with an error where they answered before are not among them. */
  notMeasured: number;
  /** The site itself was looked at, and what was found there is against it: that is known without any page. */
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
