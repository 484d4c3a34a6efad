// Decides whether a baseline screenshot has been reproduced, from the screenshots taken of the page.

/** A screenshot of the page. `rested`: taken once the page was at rest; otherwise taken immediately, as a run does. */
export type Taken = { attempt: number; rested: boolean };

export type Confirmation =
  /** One more screenshot is needed. */
  | { kind: "again"; rest: boolean }
  /** Two screenshots agree. `rests`: only screenshots taken at rest agree, so the page must be captured at rest from now on. */
  | { kind: "settled"; attempt: number; rests: boolean }
  /** No two screenshots agree. `attempt`: the one to use anyway. */
  | { kind: "unsettled"; attempt: number };

/** Maximum number of captures after the first: one with the page at rest, and one of each kind to tell chance from a pattern. */
export const MAX_CONFIRMING = 3;

/**
 * Decides what to do after the captures so far. `taken`: in the order of their attempts, including the first; failed captures are not
 * included, but count in `tries`, the captures after the first. `agree`: whether each would pass as the baseline of the other.
 */
export function confirmation(
  taken: readonly Taken[],
  tries: number,
  agree: (a: Taken, b: Taken) => boolean,
): Confirmation {
  const pairs = taken.flatMap((a, at) => taken.slice(at + 1).map((b) => [a, b] as const));
  // A run that captures the page immediately and a slow run must get the same screenshot.
  const alike = pairs.find(([a, b]) => a.rested !== b.rested && agree(a, b));
  if (alike) return { kind: "settled", attempt: pictureOf(alike), rests: false };
  const rested = pairs.find(([a, b]) => a.rested && b.rested && agree(a, b));
  const alwaysRests = taken.every((one) => one.rested);
  if (rested && (alwaysRests || tries >= MAX_CONFIRMING))
    return { kind: "settled", attempt: rested[1].attempt, rests: true };
  const resting = taken.filter((one) => one.rested).length;
  if (tries < MAX_CONFIRMING) return { kind: "again", rest: alwaysRests || resting < taken.length - resting };
  // The latest screenshot that was taken immediately, because runs see that state first.
  const counts = taken.findLast((one) => !one.rested) ?? taken.at(-1);
  return { kind: "unsettled", attempt: counts?.attempt ?? 1 };
}

/** Returns the attempt that was taken immediately, because runs see that state first. */
function pictureOf(pair: readonly [Taken, Taken]): number {
  return (pair.find(({ rested }) => !rested) ?? pair[1]).attempt;
}
