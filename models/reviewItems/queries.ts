// Queries for review items.
import { OPEN_REVIEW_STATES, type ReviewState } from "../../domain/review/states.ts";
import { countWaiting, type WaitingCount } from "../../domain/review/waiting.ts";
import type { Models } from "../index.ts";
import { readInTurns } from "../lib/readInTurns.ts";
import { lineIdOf, type ReviewLine, shelfOf } from "./key.ts";
import type { ReviewItem } from "./schema.ts";

/** Returns all items of a branch in one environment. An equality narrows a read on every database, a list of ids does not. */
export const itemsOfLine = (models: Models, line: ReviewLine): Promise<ReviewItem[]> =>
  readInTurns<ReviewItem>(models.reviewItems, { lineId: lineIdOf(line) }, {});

/** Filters of the inbox. `environmentId` null: the project's own address; undefined: all. `line` "": the main branch. */
export type ReviewFilter = { environmentId?: string | null | undefined; line?: string | undefined };

/** Returns the open items of a project. */
export async function openItems(models: Models, projectId: string, filter: ReviewFilter = {}): Promise<ReviewItem[]> {
  const read = (state: ReviewState) =>
    readInTurns<ReviewItem>(models.reviewItems, { shelfId: shelfOf(projectId, state) }, {});
  return (await Promise.all(OPEN_REVIEW_STATES.map(read))).flat().filter(fitsReview(filter));
}

/** Returns whether a place belongs to the requested environment and branch. */
export const fitsReview =
  ({ environmentId, line }: ReviewFilter) =>
  (item: Pick<ReviewItem, "environmentId" | "line">): boolean =>
    (environmentId === undefined || (item.environmentId ?? null) === environmentId) &&
    (line === undefined || item.line === line);

const COUNTED = { names: 1, environmentId: 1, line: 1 } as const;

/** Returns how much is waiting for review. */
export async function waitingIn(models: Models, projectId: string, filter: ReviewFilter = {}): Promise<WaitingCount> {
  type Row = Pick<ReviewItem, "_id" | keyof typeof COUNTED>;
  const wanted = { shelfId: shelfOf(projectId, "waiting") };
  const found = await readInTurns<ReviewItem, Row>(models.reviewItems, wanted, { fields: COUNTED });
  return countWaiting(found.filter(fitsReview(filter)));
}

const NAMED = { names: 1, runAt: 1 } as const;
type Named = Pick<ReviewItem, "_id" | keyof typeof NAMED>;

/** Returns the open items of a line that were written by an older run than this one. */
export async function openBefore(models: Models, line: ReviewLine, runAt: Date): Promise<Named[]> {
  const lineId = lineIdOf(line);
  const read = (state: ReviewState) => {
    const wanted = { shelfId: shelfOf(line.projectId, state), lineId };
    return readInTurns<ReviewItem, Named>(models.reviewItems, wanted, { fields: NAMED });
  };
  const items = (await Promise.all(OPEN_REVIEW_STATES.map(read))).flat();
  return items.filter((one) => one.runAt.getTime() < runAt.getTime());
}

export const findReviewItem = (models: Models, id: string): Promise<ReviewItem | null> =>
  models.reviewItems.findOne({ _id: id }).lean<ReviewItem>().exec();
