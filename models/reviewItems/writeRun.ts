// Writes the review state of the places in a run's results. Safe to repeat and to race: the newest run that covered a place wins.
import { given } from "../../domain/given.ts";
import { NO_DIFFERENCE, orderOf, type Seen, seenOf } from "../../domain/review/place.ts";
import { shotKindOf } from "../../domain/runTypes.ts";
import type { BaselinePart } from "../baselines/key.ts";
import { isWritten, type Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import { oneOf } from "../lib/oneOf.ts";
import { readInTurns } from "../lib/readInTurns.ts";
import { scopeOf } from "../problems/knownPlaces.ts";
import { lineOf } from "../problems/refresh.ts";
import { formerLine } from "../problems/renamed.ts";
import { withUnrecorded } from "../runs/recorded.ts";
import type { Run } from "../runs/schema.ts";
import type { Shot } from "../shots/schema.ts";
import { lineIdOf, type ReviewLine, reviewItemIdOf, shelfOf } from "./key.ts";
import { itemsOfLine } from "./queries.ts";
import type { ReviewItem } from "./schema.ts";

/** The fields of a run that its items are written from. */
export type ReviewRun = Pick<
  Run,
  | "_id"
  | "projectId"
  | "type"
  | "environmentId"
  | "branch"
  | "commitSha"
  | "prNumber"
  | "prUrl"
  | "createdAt"
  | "upload"
  | "pages"
  | "browsers"
  | "scenarios"
  | "rerun"
>;

const SHOT_FIELDS = {
  kind: 1,
  index: 1,
  scenarioId: 1,
  scenarioLabel: 1,
  selector: 1,
  viewport: 1,
  browser: 1,
  mode: 1,
  status: 1,
  reasons: 1,
  fingerprint: 1,
  causes: 1,
  "changes.key": 1,
  "captures.pixelSha256": 1,
  carriedFrom: 1,
  decidedAt: 1,
  review: 1,
  reviewRev: 1,
} as const;
export type SeenShot = Pick<Shot, "_id" | Exclude<keyof typeof SHOT_FIELDS, `${string}.${string}`> | "changes"> & {
  captures: Pick<Shot["captures"][number], "pixelSha256">[];
};

/** Number of writes per call. */
const BATCH = 500;

/** Returns the results of a run for the review, all or `only` these; [] for a run without screenshots. */
export async function seenShotsOf(
  models: Models,
  run: Pick<Run, "_id" | "type">,
  only?: ReadonlySet<string>,
): Promise<SeenShot[]> {
  if (shotKindOf(run.type) === null) return [];
  const filter = given({ runId: run._id, _id: only && oneOf([...only]) });
  const shots = await readInTurns<Shot, SeenShot>(models.shots, filter, { fields: SHOT_FIELDS, sort: { index: 1 } });
  return withUnrecorded(models, shots);
}

/**
 * Updates the items with a completed run: at its end, and after each decision about its results. Returns the number of written items.
 * `only`: only for these results.
 */
export async function refreshReviewItems(models: Models, run: ReviewRun, only?: ReadonlySet<string>): Promise<number> {
  const shots = await seenShotsOf(models, run, only);
  if (shots.length === 0) return 0;
  const line = await lineOf(models, run);
  const seen = shots.flatMap((shot) => itemOf(run, line, shot) ?? []);
  // A few are written without reading what is stored, because the guard of the write protects newer items.
  const writes = only ? seen : await newerThanStored(models, run, line, shots, seen);
  await writeItems(models, writes);
  return writes.length;
}

/** Returns those items of a run, and those it clears, that are not written yet. */
async function newerThanStored(
  models: Models,
  run: ReviewRun,
  line: ReviewLine,
  shots: readonly SeenShot[],
  seen: readonly ReviewItem[],
): Promise<ReviewItem[]> {
  const renamed = await renamedFrom(models, run, line);
  const known = [...(await itemsOfLine(models, line)), ...renamed];
  const stored = new Map(known.map((item) => [item._id, item]));
  const covered = new Set(seen.map(({ _id }) => _id));
  const replaced = renamed.filter((item) => covered.has(idOn(line, item))).map((item) => clearItem(run, item));
  const cleared = clearedBy(run, line, shots, known);
  return [...seen, ...replaced, ...cleared].filter(({ _id, order }) => (stored.get(_id)?.order ?? "") < order);
}

/** Returns what is open under the name that the branch of the run's pull request had before. */
export async function renamedFrom(models: Models, run: ReviewRun, line: ReviewLine): Promise<ReviewItem[]> {
  const former = await formerLine(models, line, run);
  const items = former === null ? [] : await itemsOfLine(models, former);
  return items.filter(({ state }) => state !== "clear");
}

/** Returns the id of the item of the same place on this branch. */
export const idOn = (line: ReviewLine, place: BaselinePart): string => reviewItemIdOf({ ...place, ...line });

/** Writes items; one that a newer run or a newer decision has written stays unchanged. */
export async function writeItems(models: Models, items: readonly ReviewItem[]): Promise<void> {
  for (const some of chunksOf(items, BATCH)) await writeSome(models, some);
}

async function writeSome(models: Models, items: readonly ReviewItem[]): Promise<void> {
  const writes = items.map(({ _id, ...item }) => ({
    updateOne: { filter: { _id, order: { $lt: item.order } }, update: { $set: item }, upsert: true },
  }));
  // If the stored item is newer, the guard does not match it and the insert collides with it.
  await isWritten(models.reviewItems.bulkWrite(writes, { ordered: false }));
}

function itemOf(run: ReviewRun, line: ReviewLine, shot: SeenShot): ReviewItem | null {
  const seen = seenOf(shot, { runId: run._id, runAt: run.createdAt });
  if (seen === null) return null;
  const { scenarioId, scenarioLabel, selector, viewport, browser, mode } = shot;
  const place = { ...line, scenarioId, selector, viewport, browser, ...(mode !== undefined && { mode }) };
  return {
    _id: reviewItemIdOf(place),
    ...place,
    scenarioLabel,
    scope: scopeOf(run),
    ...stateBy(run, line, seen, shot._id),
  };
}

/**
 * Returns cleared items: an unrestricted run that lacks a place shows that the place is gone. Includes items that are already clear,
 * because an older run may still end.
 */
function clearedBy(
  run: ReviewRun,
  line: ReviewLine,
  shots: readonly SeenShot[],
  stored: readonly ReviewItem[],
): ReviewItem[] {
  if (run.scenarios !== null || run.rerun) return [];
  const planned = new Set(shots.map((shot) => idOn(line, shot)));
  return stored
    .filter(({ scope, browser }) => scope === scopeOf(run) && run.browsers.includes(browser))
    .filter((item) => !planned.has(idOn(line, item)))
    .map((item) => clearItem(run, item));
}

/** Returns the item as cleared by a run that has no result for it. */
function clearItem(run: ReviewRun, item: ReviewItem): ReviewItem {
  const order = orderOf({ runId: run._id, runAt: run.createdAt });
  return { ...item, ...stateBy(run, item, { state: "clear", ...NO_DIFFERENCE, order }, null) };
}

function stateBy(
  { _id: runId, projectId, createdAt: runAt, commitSha, prNumber }: ReviewRun,
  line: ReviewLine,
  { state, names, look, order }: Seen,
  shotId: string | null,
) {
  const ids = { shelfId: shelfOf(projectId, state), lineId: lineIdOf(line) };
  return { ...ids, state, names: [...names], look, order, shotId, runId, runAt, commitSha, prNumber };
}
