// Decisions of people about results: guarded writes, and the review progress of a run.
import { given } from "../../domain/given.ts";
import { countChanges, showsChanges } from "../../domain/visual/reading/groups.ts";
import { createTinyClasses, type TinyClasses } from "../../domain/visual/reading/tiny.ts";
import type { Models } from "../index.ts";
import { oneOf } from "../lib/oneOf.ts";
import { eachInTurns, readInTurns } from "../lib/readInTurns.ts";
import type { Shot, ShotReview } from "./schema.ts";

type Seen = Pick<Shot, "_id" | "status" | "decidedAt" | "review" | "reviewRev">;

/** `reasons`: the new reasons of the result; unchanged by default. */
type Decided = {
  status: Shot["status"];
  review: ShotReview | null;
  before?: ShotReview | null;
  reasons?: Shot["reasons"];
};

/**
 * Writes a decision about a result that is unchanged since it was read. Returns false if it was decided, reverted or compared again since.
 * `before`: the decision that an undo restores; by default the current one.
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

/** Whether two results have the same decision, because it was carried from one to the other. */
export const isSameDecision = (one: ShotReview | null | undefined, other: ShotReview): boolean =>
  one?.decision === other.decision && one.by === other.by && one.at.getTime() === other.at.getTime();

/** Records the result that a decision is carried to. */
export async function linkCarried(models: Models, fromId: string, toId: string): Promise<void> {
  await models.shots.updateOne({ _id: fromId }, { $addToSet: { carriedTo: toId } });
}

/** Statuses that a person has to review: everything except what passed without a decision. */
export const TO_REVIEW = ["failed", "error", "approved"] as const;
/** Also includes results that pass because of a decision about them. */
const toReview = () => ({ $or: [{ status: { $in: [...TO_REVIEW] } }, { "review.decision": "ignored" }] });

export type ReviewProgress = {
  total: number;
  judged: number;
  approved: number;
  rejected: number;
  later: number;
  ignored: number;
  /** Number of different changes in differing results that are not approved, and number of results that show them. */
  changes: number;
  changedScreenshots: number;
};

/** The fields that group and sort the results of a run. */
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

/** `each`: called with every counted result, in no particular order; its reasons and changes only have their names. */
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

/** Returns results of one run with the fields that group and sort them. */
export const listedShotsOf = (models: Models, runId: string, ids: readonly string[]): Promise<ListedShot[]> =>
  readInTurns<Shot, ListedShot>(models.shots, { runId, _id: oneOf(ids) }, { fields: COUNTED });

export const reviewProgress = async (models: Models, runId: string): Promise<ReviewProgress> =>
  (await countReviews(models, runId)).progress;

export type ReviewedShot = Pick<Shot, "_id" | "status" | "carriedFrom"> & { review: ShotReview };

/** Returns results of a run that this person decided in it, if the decision still applies. */
export async function reviewedBy(models: Models, runId: string, by: string): Promise<ReviewedShot[]> {
  const fields = { status: 1, carriedFrom: 1, review: 1 } as const;
  const found = await readInTurns<Shot, ReviewedShot>(models.shots, { runId, "review.by": by }, { fields });
  return found.filter(
    ({ status, carriedFrom, review }) =>
      !carriedFrom && !review.carried && (review.decision !== "ignored" || status === "passed"),
  );
}
