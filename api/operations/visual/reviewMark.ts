// State of a result when a person viewed it; a decision about any other state is refused.
import { given } from "../../../domain/given.ts";
import type { Standing } from "../../../models/baselines/queries.ts";
import type { Shot } from "../../../models/shots/schema.ts";

/** Opaque to clients, which send it back with a decision. */
export function markOf(
  { status, decidedAt, reviewRev }: Pick<Shot, "status" | "decidedAt" | "reviewRev">,
  standing: Standing | undefined,
): string {
  return [reviewRev ?? 0, decidedAt?.getTime() ?? 0, status, standing?.version ?? 0].join(".");
}

/** `fromRunId`: run in which it was rejected, if a later run shows the same; omitted if it was this run. */
export const reviewView = ({ review }: Pick<Shot, "review">) =>
  review
    ? given({
        decision: review.decision,
        note: review.note,
        by: review.by,
        at: review.at.toISOString(),
        fromRunId: review.carried?.runId,
        end: review.end,
      })
    : null;
