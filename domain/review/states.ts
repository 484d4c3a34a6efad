// State of a screenshot's place in the review inbox.

import { isKept } from "../history/protection.ts";
import { isFirstPicture } from "../visual/firstPicture.ts";
import type { ReasonCode, ShotStatus } from "../visual/outcome.ts";
import type { ReviewDecision } from "../visual/reviewDecisions.ts";

/** `waiting`: not reviewed. `later`: marked for later. `rejected`: changes requested. `clear`: it passes, is approved, or no longer exists. */
export const REVIEW_STATES = ["waiting", "later", "rejected", "clear"] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** States that the inbox lists. */
export const OPEN_REVIEW_STATES = ["waiting", "later", "rejected"] as const satisfies readonly ReviewState[];

/** The data of a result that determines the state of its place. */
export type ReviewedResult = {
  kind: "visual" | "baseline";
  status: "pending" | ShotStatus;
  reasons: readonly { code: ReasonCode }[];
  review?: { decision: ReviewDecision } | null | undefined;
  carriedFrom?: string | undefined;
};

/**
 * Returns the state of a result's place, or null if the result did not look at it. Results carried over from an earlier run, and results
 * that could not be captured or compared, do not count, so the previous state remains. A captured baseline is compared with nothing, and
 * what it replaced needs no review any more.
 */
export function reviewStateOf({ kind, status, reasons, review, carriedFrom }: ReviewedResult): ReviewState | null {
  if (carriedFrom !== undefined || status === "pending") return null;
  if (kind === "baseline") return status === "passed" && !reasons.some(isKept) ? "clear" : null;
  if (status === "passed" || status === "approved") return "clear";
  if (status === "error" && !isFirstPicture({ reasons })) return null;
  const decision = review?.decision;
  return decision === "rejected" || decision === "later" ? decision : "waiting";
}
