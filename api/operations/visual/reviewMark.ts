// How a result stood when a person looked at it: a decision about anything else is refused.

import type { Standing } from "../../../models/baselines/queries.ts";
import type { Shot } from "../../../models/shots/schema.ts";

/** Opaque to clients, who send it back with a decision. */
export function markOf(
  { status, decidedAt, reviewRev }: Pick<Shot, "status" | "decidedAt" | "reviewRev">,
  standing: Standing | undefined,
): string {
  return [reviewRev ?? 0, decidedAt?.getTime() ?? 0, status, standing?.version ?? 0].join(".");
}

export const reviewView = ({ review }: Pick<Shot, "review">) =>
  review ? { decision: review.decision, note: review.note, by: review.by, at: review.at.toISOString() } : null;
