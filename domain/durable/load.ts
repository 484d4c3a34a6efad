// How long what waits takes, and whether one more run is let in beside it. "Parts" are screenshots, audited pages and scenarios.

/** What one worker's browsers do: parts at once, and the seconds that one takes. */
export type Pace = { slots: number; seconds: number };

/** Before any worker has measured itself. */
const UNKNOWN_PARTS_A_SECOND = 1;
/** Sooner is not worth asking again, and what is said for longer ahead is a guess. */
const LEAST_RETRY_MS = 60_000;
const MOST_RETRY_MS = 3_600_000;

/** What all workers do together. */
export function partsASecond(paces: readonly (Pace | null | undefined)[]): number {
  const known = paces.flatMap((pace) =>
    pace && pace.slots > 0 && pace.seconds > 0 ? [pace.slots / pace.seconds] : [],
  );
  return known.length === 0 ? UNKNOWN_PARTS_A_SECOND : known.reduce((sum, one) => sum + one, 0);
}

/** ms after which so many parts are done, within a minute and an hour. */
export function retryAfterMs(parts: number, aSecond: number): number {
  const ms = Math.ceil((Math.max(0, parts) / aSecond) * 1_000);
  return Math.min(Math.max(ms, LEAST_RETRY_MS), MOST_RETRY_MS);
}

/**
 * Why a run is refused: more waits in the whole installation than is done in `hours`; null: it is let in. `hours` 0: no bound.
 */
export function overload(
  queued: number,
  aSecond: number,
  hours: number,
): { waitHours: number; retryAfterMs: number } | null {
  const most = hours * 3_600 * aSecond;
  if (hours === 0 || queued <= most) return null;
  return {
    waitHours: Math.round((queued / aSecond / 3_600) * 10) / 10,
    retryAfterMs: retryAfterMs(queued - most, aSecond),
  };
}
