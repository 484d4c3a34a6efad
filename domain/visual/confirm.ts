// Whether a baseline's picture has been reproduced: a pure decision over the pictures that were taken of it.

/**
 * A picture of the page. `rested`: it was taken when nothing was under way any more; otherwise it was taken at once, as a run takes
 * it.
 */
export type Taken = { attempt: number; rested: boolean };

export type Confirmation =
  /** It has to be taken once more. */
  | { kind: "again"; rest: boolean }
  /** Two pictures agree. `rests`: only those agree that were taken at rest, so the page is to be taken so from now on. */
  | { kind: "settled"; attempt: number; rests: boolean }
  /** No two agree. `attempt`: the picture that counts all the same. */
  | { kind: "unsettled"; attempt: number };

/** Captures after the first, at most: one where the page is at rest, and one of each kind to tell chance from habit. */
export const MAX_CONFIRMING = 3;

/**
 * `taken`: in the order of their attempts, the first one included; a capture that failed is not among them, and is among `tries`,
 * the captures after the first. `agree`: both would pass as the baseline of each other.
 */
export function confirmation(
  taken: readonly Taken[],
  tries: number,
  agree: (a: Taken, b: Taken) => boolean,
): Confirmation {
  const pairs = taken.flatMap((a, at) => taken.slice(at + 1).map((b) => [a, b] as const));
  // A run that takes the page at once, and one that is slow, must meet the same picture.
  const alike = pairs.find(([a, b]) => a.rested !== b.rested && agree(a, b));
  if (alike) return { kind: "settled", attempt: pictureOf(alike), rests: false };
  const rested = pairs.find(([a, b]) => a.rested && b.rested && agree(a, b));
  const alwaysRests = taken.every((one) => one.rested);
  if (rested && (alwaysRests || tries >= MAX_CONFIRMING))
    return { kind: "settled", attempt: rested[1].attempt, rests: true };
  const resting = taken.filter((one) => one.rested).length;
  if (tries < MAX_CONFIRMING) return { kind: "again", rest: alwaysRests || resting < taken.length - resting };
  // What a run meets first, and the latest of it.
  const counts = taken.findLast((one) => !one.rested) ?? taken.at(-1);
  return { kind: "unsettled", attempt: counts?.attempt ?? 1 };
}

/** The one that was taken at once: it is what runs are the first to see. */
function pictureOf(pair: readonly [Taken, Taken]): number {
  return (pair.find(({ rested }) => !rested) ?? pair[1]).attempt;
}
