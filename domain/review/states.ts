// How a place of a screenshot stands in the inbox of what waits for review.

import { isKept } from "../history/protection.ts";
import { isFirstPicture } from "../visual/firstPicture.ts";
import type { ReasonCode, ShotStatus } from "../visual/outcome.ts";
import type { ReviewDecision } from "../visual/reviewDecisions.ts";

/** `waiting`: nobody decided. `later`: marked for later. `rejected`: changes requested. `clear`: it passes, is approved, or is gone. */
export const REVIEW_STATES = ["waiting", "later", "rejected", "clear"] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** What the inbox lists. */
export const OPEN_REVIEW_STATES = ["waiting", "later", "rejected"] as const satisfies readonly ReviewState[];

/** As much of a result as tells how its place stands. */
export type ReviewedResult = {
  kind: "visual" | "baseline";
  status: "pending" | ShotStatus;
  reasons: readonly { code: ReasonCode }[];
  review?: { decision: ReviewDecision } | null | undefined;
  carriedFrom?: string | undefined;
};

/**
 * How the place of a result stands by it; null: the result did not look at it. One that was taken over from an earlier run did not, and
 * neither did one that could not be captured or compared: what was there before is still there. A captured baseline compares nothing, and
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
