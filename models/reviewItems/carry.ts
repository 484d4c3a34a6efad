// "Changes requested" holds for as long as a place shows the same difference: the newest result gets the decision of the one before.
import { sameDifference, seenOf } from "../../domain/review/place.ts";
import { shotKindOf } from "../../domain/runTypes.ts";
import type { Models } from "../index.ts";
import { lineOf } from "../problems/refresh.ts";
import type { Run } from "../runs/schema.ts";
import { findShot } from "../shots/queries.ts";
import { writeReview } from "../shots/reviews.ts";
import type { Shot, ShotReview } from "../shots/schema.ts";
import { reviewItemIdOf } from "./key.ts";
import { findReviewItem, itemsOfLine } from "./queries.ts";
import { seenShotsOf } from "./writeRun.ts";

/**
 * Gives results of a run the rejections of their places, where they show the same difference. Safe to repeat: a result that has a decision
 * keeps it. Answers how many were carried.
 */
export async function carryRejections(models: Models, run: Run): Promise<number> {
  if (shotKindOf(run.type) !== "visual") return 0;
  const line = await lineOf(models, run);
  const rejected = new Map(
    (await itemsOfLine(models, line))
      .filter(({ state, runAt }) => state === "rejected" && runAt.getTime() < run.createdAt.getTime())
      .map((item) => [item._id, item]),
  );
  if (rejected.size === 0) return 0;
  let carried = 0;
  for (const shot of await seenShotsOf(models, run)) {
    const item = rejected.get(reviewItemIdOf({ ...line, ...shot }));
    const seen = seenOf(shot, { runId: run._id, runAt: run.createdAt });
    if (!item?.shotId || seen?.state !== "waiting" || shot.review || !sameDifference(item, seen)) continue;
    const before = await findShot(models, item.shotId, { runId: 1, review: 1 });
    if (before?.review?.decision !== "rejected") continue;
    const review = carriedReview(before as Pick<Shot, "_id" | "runId"> & { review: ShotReview });
    if (await writeReview(models, shot, { status: shot.status, review })) carried += 1;
  }
  return carried;
}

/** The same person, note and time: it is that decision. */
const carriedReview = ({ _id, runId, review }: Pick<Shot, "_id" | "runId"> & { review: ShotReview }): ShotReview => ({
  ...review,
  carried: { runId: review.carried?.runId ?? runId, shotId: _id },
});

/** Results of a chain that are looked at: one for each run since the decision. */
const MAX_CHAIN = 200;

/**
 * The other results that hold the decision about this one: the newest that it was carried to, and those from which it came. The newest
 * first, which is the order in which they must be undone: no run carries it on meanwhile.
 */
export async function carriedWith(
  models: Models,
  run: Pick<Run, "projectId" | "environmentId" | "branch">,
  shot: Shot,
): Promise<Shot[]> {
  const { review } = shot;
  if (review?.decision !== "rejected") return [];
  const item = await findReviewItem(models, reviewItemIdOf({ ...(await lineOf(models, run)), ...shot }));
  const newest = await chainFrom(models, item?.shotId, review);
  const chain = newest.some(({ _id }) => _id === shot._id)
    ? newest
    : // A newer run shows another difference: what holds the decision begins here.
      await chainFrom(models, review.carried?.shotId, review);
  return chain.filter(({ _id }) => _id !== shot._id);
}

async function chainFrom(models: Models, shotId: string | null | undefined, review: ShotReview): Promise<Shot[]> {
  const chain: Shot[] = [];
  let next = shotId;
  while (next && chain.length < MAX_CHAIN) {
    const shot: Shot | null = await findShot(models, next);
    if (!shot || !isSameDecision(shot.review, review)) break;
    chain.push(shot);
    next = shot.review?.carried?.shotId;
  }
  return chain;
}

const isSameDecision = (one: ShotReview | null | undefined, other: ShotReview): boolean =>
  one?.decision === other.decision && one.by === other.by && one.at.getTime() === other.at.getTime();
