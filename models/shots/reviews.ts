// What people decided about results: guarded writes, and how much of a run is judged.
import { given } from "../../domain/given.ts";
import { countChanges, showsChanges } from "../../domain/visual/reading/groups.ts";
import { createTinyClasses, type TinyClasses } from "../../domain/visual/reading/tiny.ts";
import type { Models } from "../index.ts";
import { oneOf } from "../lib/oneOf.ts";
import { eachInTurns, readInTurns } from "../lib/readInTurns.ts";
import type { Shot, ShotReview } from "./schema.ts";

type Seen = Pick<Shot, "_id" | "status" | "decidedAt" | "review" | "reviewRev">;

/** `reasons`: what the result says from now on, as it was unless given. */
type Decided = {
  status: Shot["status"];
  review: ShotReview | null;
  before?: ShotReview | null;
  reasons?: Shot["reasons"];
};

/**
 * Writes a decision about a result that stands as it was read; false: it was decided, taken back or judged again since. `before`:
 * what an undo of it goes back to, the present decision unless given.
 */
export async function writeReview(
  models: Models,
  seen: Seen,
  { status, review, before, reasons }: Decided,
): Promise<boolean> {
  const guard = { _id: seen._id, status: seen.status, decidedAt: seen.decidedAt, reviewRev: seen.reviewRev ?? null };
  const reviewRev = (seen.reviewRev ?? 0) + 1;
  const reviewBefore = before === undefined ? (seen.review ?? null) : before;
  const written = await models.shots.updateOne(guard, {
    $set: given({ status, review, reviewBefore, reviewRev, reasons }),
  });
  return written.modifiedCount === 1;
}

/** Notes to which result the decision about one is carried. */
export async function linkCarried(models: Models, fromId: string, toId: string): Promise<void> {
  await models.shots.updateOne({ _id: fromId }, { $addToSet: { carriedTo: toId } });
}

/** What a person has to look at: everything but what passed by itself. */
export const TO_REVIEW = ["failed", "error", "approved"] as const;
/** And what passes by a decision that was made about it here. */
const toReview = () => ({ $or: [{ status: { $in: [...TO_REVIEW] } }, { "review.decision": "ignored" }] });

export type ReviewProgress = {
  total: number;
  judged: number;
  approved: number;
  rejected: number;
  later: number;
  ignored: number;
  /** Different changes of the results that differ and are not approved, and how many results show them. */
  changes: number;
  changedScreenshots: number;
};

/** What puts the results of a run in groups and in order. */
export type ListedShot = Pick<
  Shot,
  "_id" | "index" | "scenarioLabel" | "status" | "flaky" | "reasons" | "fingerprint" | "causes" | "changes" | "review"
>;

const COUNTED = {
  flaky: 1,
  scenarioLabel: 1,
  status: 1,
  "review.decision": 1,
  "reasons.code": 1,
  index: 1,
  fingerprint: 1,
  causes: 1,
  "changes.key": 1,
  "changes.tiny": 1,
} as const;

/** `each`: called with every result that is counted, in no order; of its reasons and changes it has the names alone. */
export async function countReviews(
  models: Models,
  runId: string,
  each: (shot: ListedShot) => void = () => {},
): Promise<{ progress: ReviewProgress; tiny: Pick<TinyClasses, "has"> }> {
  const sum = { total: 0, approved: 0, rejected: 0, later: 0, ignored: 0 };
  const changed: Shot[] = [];
  const tiny = createTinyClasses();
  const wanted = { runId, ...toReview() };
  await eachInTurns<Shot>(models.shots, wanted, { fields: COUNTED }, (shot) => {
    const { status, review } = shot;
    sum.total += 1;
    if (status === "approved") sum.approved += 1;
    else if (status === "passed") sum.ignored += 1;
    else if (review?.decision === "rejected") sum.rejected += 1;
    else if (review?.decision === "later") sum.later += 1;
    if (showsChanges(shot)) changed.push(shot);
    tiny.add(shot.changes ?? []);
    each(shot);
  });
  const progress = {
    ...sum,
    judged: sum.approved + sum.rejected + sum.ignored,
    changes: countChanges(changed),
    changedScreenshots: changed.length,
  };
  return { progress, tiny };
}

/** Results of one run, as much as puts them in groups and in order. */
export const listedShotsOf = (models: Models, runId: string, ids: readonly string[]): Promise<ListedShot[]> =>
  readInTurns<Shot, ListedShot>(models.shots, { runId, _id: oneOf(ids) }, { fields: COUNTED });

export const reviewProgress = async (models: Models, runId: string): Promise<ReviewProgress> =>
  (await countReviews(models, runId)).progress;

/** A result with a decision. */
export type ReviewedShot = Pick<Shot, "_id" | "status" | "carriedFrom"> & { review: ShotReview };

/** Results of a run that one person decided there, whose decision stands. */
export async function reviewedBy(models: Models, runId: string, by: string): Promise<ReviewedShot[]> {
  const fields = { status: 1, carriedFrom: 1, review: 1 } as const;
  const found = await readInTurns<Shot, ReviewedShot>(models.shots, { runId, "review.by": by }, { fields });
  return found.filter(
    ({ status, carriedFrom, review }) =>
      !carriedFrom && !review.carried && (review.decision !== "ignored" || status === "passed"),
  );
}
