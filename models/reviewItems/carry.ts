// Carries rejections over: "Changes requested" applies as long as a place shows the same difference, so the newest result gets the earlier
// decision.
import { sameResult, seenOf } from "../../domain/review/place.ts";
import { shotKindOf } from "../../domain/runTypes.ts";
import type { Models } from "../index.ts";
import { lineOf } from "../problems/refresh.ts";
import type { Run } from "../runs/schema.ts";
import { findShot } from "../shots/queries.ts";
import { isSameDecision, linkCarried, writeReview } from "../shots/reviews.ts";
import type { Shot, ShotReview } from "../shots/schema.ts";
import { reviewItemIdOf } from "./key.ts";
import { findReviewItem, itemsOfLine } from "./queries.ts";
import { idOn, renamedFrom, seenShotsOf } from "./writeRun.ts";

/**
 * Gives results of a run the rejections of their places if they show the same difference. Safe to repeat: a result that has a decision
 * keeps it. Returns the number of carried rejections.
 */
export async function carryRejections(models: Models, run: Run): Promise<number> {
  if (shotKindOf(run.type) !== "visual") return 0;
  const line = await lineOf(models, run);
  const rejected = new Map(
    [...(await renamedFrom(models, run, line)), ...(await itemsOfLine(models, line))]
      .filter(({ state, runAt }) => state === "rejected" && runAt.getTime() < run.createdAt.getTime())
      .map((item) => [idOn(line, item), item]),
  );
  if (rejected.size === 0) return 0;
  let carried = 0;
  for (const shot of await seenShotsOf(models, run)) {
    const item = rejected.get(idOn(line, shot));
    const seen = seenOf(shot, { runId: run._id, runAt: run.createdAt });
    if (!item?.shotId || seen?.state !== "waiting" || shot.review) continue;
    const [before, now] = await Promise.all([item.shotId, shot._id].map((id) => findShot(models, id, COMPARED)));
    if (before?.review?.decision !== "rejected" || !now || !sameResult(before, now)) continue;
    const review = carriedReview(before as Pick<Shot, "_id" | "runId"> & { review: ShotReview });
    // Write the link first, because a link to a missing copy is never followed.
    await linkCarried(models, before._id, shot._id);
    if (await writeReview(models, shot, { status: shot.status, review })) carried += 1;
  }
  return carried;
}

/** The fields that determine whether two results show the same difference, and the decision that is carried. */
const COMPARED = {
  runId: 1,
  index: 1,
  kind: 1,
  status: 1,
  reasons: 1,
  changedPixels: 1,
  fingerprint: 1,
  causes: 1,
  changes: 1,
  captures: 1,
  decidedAt: 1,
  review: 1,
} as const;

/** Keeps person, note and time, because it is the same decision. */
const carriedReview = ({ _id, runId, review }: Pick<Shot, "_id" | "runId"> & { review: ShotReview }): ShotReview => ({
  ...review,
  carried: { runId: review.carried?.runId ?? runId, shotId: _id },
});

/** Maximum number of results followed: one for each run since the decision. */
const MAX_HOLDERS = 200;

const HELD = {
  runId: 1,
  status: 1,
  decidedAt: 1,
  review: 1,
  reviewBefore: 1,
  reviewRev: 1,
  carriedTo: 1,
} as const;
type Holder = Pick<Shot, "_id" | keyof typeof HELD>;

/**
 * Returns the other results with the same decision: those it came from, and those it was carried to. Copies come before their source, the
 * order in which they must be undone, so that no run carries the decision on in between.
 */
export async function carriedWith(
  models: Models,
  run: Pick<Run, "projectId" | "environmentId" | "branch">,
  shot: Shot,
): Promise<Holder[]> {
  const { review } = shot;
  if (review?.decision !== "rejected") return [];
  const item = await findReviewItem(models, reviewItemIdOf({ ...(await lineOf(models, run)), ...shot }));
  const found = await followed(models, [shot._id, item?.shotId ?? []].flat(), review);
  return holdersOf(found, shot._id);
}

/** Returns the results with this decision that are linked to these, in both directions. */
async function followed(models: Models, from: readonly string[], review: ShotReview): Promise<Map<string, Holder>> {
  const found = new Map<string, Holder>();
  const looked = new Set<string>();
  const next = [...from];
  for (let id = next.shift(); id !== undefined && looked.size < MAX_HOLDERS; id = next.shift()) {
    if (looked.has(id)) continue;
    looked.add(id);
    const holder = await findShot(models, id, HELD);
    if (!holder || !isSameDecision(holder.review, review)) continue;
    found.set(id, holder);
    next.push(...[holder.review?.carried?.shotId ?? [], holder.carriedTo ?? []].flat());
  }
  return found;
}

/** Returns those that stem from the same first result: equal decisions about several results of a place are not copies of each other. */
function holdersOf(found: ReadonlyMap<string, Holder>, shotId: string): Holder[] {
  const wayOf = (id: string): string[] => {
    const way = [id];
    for (
      let at = found.get(id)?.review?.carried?.shotId;
      at && found.has(at);
      at = found.get(at)?.review?.carried?.shotId
    )
      way.push(at);
    return way;
  };
  const began = wayOf(shotId).at(-1);
  return [...found.values()]
    .map((holder) => ({ holder, way: wayOf(holder._id) }))
    .filter(({ holder, way }) => holder._id !== shotId && way.at(-1) === began)
    .sort((a, b) => b.way.length - a.way.length)
    .map(({ holder }) => holder);
}
