// Decides which result of a place is current, and whether two of its results show the same difference.
import { isFirstPicture } from "../visual/firstPicture.ts";
import { type Compared, coveredBy, differenceOf as exactDifferenceOf } from "../visual/ignored/difference.ts";
import { type Changed, changeNames } from "../visual/reading/groups.ts";
import { type ReviewedResult, type ReviewState, reviewStateOf } from "./states.ts";

/**
 * What a result shows. `names`: names of its changes; empty for the first screenshot of its place. `look`: equal for equal images; null if
 * unknown.
 */
export type Difference = { names: readonly string[]; look: string | null };

export const NO_DIFFERENCE: Difference = { names: [], look: null };

/** What a run recorded about one place. `order` increases with time. */
export type Seen = Difference & { state: ReviewState; order: string };

export type SeenResult = ReviewedResult &
  Changed & {
    _id: string;
    decidedAt: Date | null;
    reviewRev?: number | undefined;
    captures: readonly { pixelSha256: string | null }[];
  };

/** The run that looked at the place. */
export type SeenBy = { runId: string; runAt: Date };

/** Returns what a result of a run says about its place, or null if the result did not look at it. */
export function seenOf(result: SeenResult, run: SeenBy): Seen | null {
  const state = reviewStateOf(result);
  if (state === null) return null;
  const difference = state === "clear" ? NO_DIFFERENCE : differenceOf(result);
  return { state, ...difference, order: orderOf(run, result) };
}

/**
 * Returns a text that sorts by time: by the start of the run, and for one result by when it was reviewed, reverted or compared again.
 * Without a result: the position of the run itself, which found no such place.
 */
export function orderOf(
  { runId, runAt }: SeenBy,
  { reviewRev = 0, decidedAt = null }: { reviewRev?: number | undefined; decidedAt?: Date | null } = {},
): string {
  const [rev, decided] = [reviewRev, decidedAt?.getTime() ?? 0].map((number) => String(number).padStart(15, "0"));
  return `${runAt.toISOString()} ${runId} ${rev} ${decided}`;
}

/** Returns what a result that did not pass shows. */
export function differenceOf(result: SeenResult): Difference {
  if (isFirstPicture(result)) {
    const picture = result.captures.findLast(({ pixelSha256 }) => pixelSha256 !== null)?.pixelSha256;
    return { names: [], look: picture ? `pixels ${picture}` : null };
  }
  // A change without a distinguishing name is a separate change in each run.
  const names = changeNames(result).map((name) => (typeof name === "number" ? result._id : name));
  return { names: names.toSorted(), look: result.fingerprint ? `change ${result.fingerprint}` : null };
}

/** A result with everything that distinguishes it from others. */
export type ComparedResult = Omit<SeenResult, "reasons"> & Compared;

/**
 * Returns whether two results of a place show the same, so that a review of one applies to the other. Names of changes leave out the
 * element of a style and the digits of a block, so stored changes are compared exactly.
 */
export function sameResult(one: ComparedResult, other: ComparedResult): boolean {
  if (one.changes?.length && other.changes?.length && !isFirstPicture(one) && !isFirstPicture(other))
    return sameChanges(one, other);
  return sameDifference(differenceOf(one), differenceOf(other));
}

function sameChanges(one: ComparedResult, other: ComparedResult): boolean {
  const [before, now] = [exactDifferenceOf(one), exactDifferenceOf(other)];
  // There is nothing to compare exactly, for example in a flaky result: only identical pixels are then the same.
  if (before === null || now === null) return one.fingerprint !== null && one.fingerprint === other.fingerprint;
  return before.parts.length === now.parts.length && coveredBy(now, [before]) !== null;
}

/** Same as `sameResult`, for results without stored changes: compares only names. */
export function sameDifference(one: Difference, other: Difference): boolean {
  if (one.look !== null && one.look === other.look) return true;
  if (one.names.length === 0 || one.names.length !== other.names.length) return false;
  const known = new Set(one.names);
  return other.names.every((name) => known.has(name));
}

/** Returns the later of the two. */
export const later = <T extends Pick<Seen, "order">>(stored: T | null, seen: T): T =>
  stored === null || stored.order < seen.order ? seen : stored;
