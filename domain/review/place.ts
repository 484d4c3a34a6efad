// Which result of a place stands, and when two results of it show the same difference.
import { isFirstPicture } from "../visual/firstPicture.ts";
import { type Compared, coveredBy, differenceOf as exactDifferenceOf } from "../visual/ignored/difference.ts";
import { type Changed, changeNames } from "../visual/reading/groups.ts";
import { type ReviewedResult, type ReviewState, reviewStateOf } from "./states.ts";

/** What a result shows. `names`: of its changes; empty: it is the first screenshot of its place. `look`: the same for equal ones; null: unknown. */
export type Difference = { names: readonly string[]; look: string | null };

export const NO_DIFFERENCE: Difference = { names: [], look: null };

/** What a run says of one place. `order` grows with everything that comes later. */
export type Seen = Difference & { state: ReviewState; order: string };

export type SeenResult = ReviewedResult &
  Changed & {
    _id: string;
    decidedAt: Date | null;
    reviewRev?: number | undefined;
    captures: readonly { pixelSha256: string | null }[];
  };

/** The run that looked. */
export type SeenBy = { runId: string; runAt: Date };

/** What a result of a run says of its place; null: it did not look at it. */
export function seenOf(result: SeenResult, run: SeenBy): Seen | null {
  const state = reviewStateOf(result);
  if (state === null) return null;
  const difference = state === "clear" ? NO_DIFFERENCE : differenceOf(result);
  return { state, ...difference, order: orderOf(run, result) };
}

/**
 * Later things have greater texts: a run that was started later, and of one result what was decided, undone or compared again later.
 * Without a result: the run itself, which found no such place.
 */
export function orderOf(
  { runId, runAt }: SeenBy,
  { reviewRev = 0, decidedAt = null }: { reviewRev?: number | undefined; decidedAt?: Date | null } = {},
): string {
  const [rev, decided] = [reviewRev, decidedAt?.getTime() ?? 0].map((number) => String(number).padStart(15, "0"));
  return `${runAt.toISOString()} ${runId} ${rev} ${decided}`;
}

/** What a result shows that does not pass. */
export function differenceOf(result: SeenResult): Difference {
  if (isFirstPicture(result)) {
    const picture = result.captures.findLast(({ pixelSha256 }) => pixelSha256 !== null)?.pixelSha256;
    return { names: [], look: picture ? `pixels ${picture}` : null };
  }
  // What no name tells apart is a change of its own, in each run another one.
  const names = changeNames(result).map((name) => (typeof name === "number" ? result._id : name));
  return { names: names.toSorted(), look: result.fingerprint ? `change ${result.fingerprint}` : null };
}

/** A result with all that tells it from others. */
export type ComparedResult = Omit<SeenResult, "reasons"> & Compared;

/**
 * Whether two results of a place show the same: what was decided about one holds for the other. The name of a change leaves out the
 * element of a style and the digits of a block, so changes that are kept are compared exactly.
 */
export function sameResult(one: ComparedResult, other: ComparedResult): boolean {
  if (one.changes?.length && other.changes?.length && !isFirstPicture(one) && !isFirstPicture(other))
    return sameChanges(one, other);
  return sameDifference(differenceOf(one), differenceOf(other));
}

function sameChanges(one: ComparedResult, other: ComparedResult): boolean {
  const [before, now] = [exactDifferenceOf(one), exactDifferenceOf(other)];
  // Nothing to compare exactly, as of a flaky result: then only the very same pixels are the same.
  if (before === null || now === null) return one.fingerprint !== null && one.fingerprint === other.fingerprint;
  return before.parts.length === now.parts.length && coveredBy(now, [before]) !== null;
}

/** The same of results that do not keep what changed: by names alone. */
export function sameDifference(one: Difference, other: Difference): boolean {
  if (one.look !== null && one.look === other.look) return true;
  if (one.names.length === 0 || one.names.length !== other.names.length) return false;
  const known = new Set(one.names);
  return other.names.every((name) => known.has(name));
}

/** The one of two that came later. */
export const later = <T extends Pick<Seen, "order">>(stored: T | null, seen: T): T =>
  stored === null || stored.order < seen.order ? seen : stored;
