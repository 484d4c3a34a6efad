// What people decided about results: guarded writes, and how much of a run is judged.
import type { Models } from "./index.ts";
import { eachInTurns } from "./readInTurns.ts";
import type { Shot, ShotReview } from "./shot.ts";

type Seen = Pick<Shot, "_id" | "status" | "decidedAt" | "review" | "reviewRev">;

/**
 * Writes a decision about a result that stands as it was read; false: it was decided, taken back or judged again since. `before`:
 * what an undo of it goes back to, the present decision unless given.
 */
export async function writeReview(
  models: Models,
  seen: Seen,
  { status, review, before }: { status: Shot["status"]; review: ShotReview | null; before?: ShotReview | null },
): Promise<boolean> {
  const guard = { _id: seen._id, status: seen.status, decidedAt: seen.decidedAt, reviewRev: seen.reviewRev ?? null };
  const reviewRev = (seen.reviewRev ?? 0) + 1;
  const reviewBefore = before === undefined ? (seen.review ?? null) : before;
  const written = await models.shots.updateOne(guard, { $set: { status, review, reviewBefore, reviewRev } });
  return written.modifiedCount === 1;
}

/** What a person has to look at: everything but what passed by itself. */
export const TO_REVIEW = ["failed", "error", "approved"] as const;

export type ReviewProgress = { total: number; judged: number; approved: number; rejected: number; later: number };

export async function reviewProgress(models: Models, runId: string): Promise<ReviewProgress> {
  const sum: ReviewProgress = { total: 0, judged: 0, approved: 0, rejected: 0, later: 0 };
  const reading = { fields: { status: 1, "review.decision": 1 } } as const;
  await eachInTurns<Shot>(models.shots, { runId, status: { $in: [...TO_REVIEW] } }, reading, ({ status, review }) => {
    sum.total += 1;
    if (status === "approved") sum.approved += 1;
    else if (review?.decision === "rejected") sum.rejected += 1;
    else if (review?.decision === "later") sum.later += 1;
  });
  return { ...sum, judged: sum.approved + sum.rejected };
}
