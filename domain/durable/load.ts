// How long what waits takes, and whether one more run is let in beside it. "Parts" are screenshots, audited pages and scenarios.

/** `queued`: parts that open runs still have to do. `aSecond`: of them, by what the workers measured; null: none has. */
export type Load = { queued: number; aSecond: number | null };

/** What one worker's browsers do: parts at once, and the seconds that one takes. */
export type Pace = { slots: number; seconds: number };

/** What `Retry-After` is reckoned with before any worker has measured itself. */
const ASSUMED_PARTS_A_SECOND = 1;
/** Sooner is not worth asking again, and what is said for longer ahead is a guess. */
const MIN_RETRY_MS = 60_000;
const MAX_RETRY_MS = 3_600_000;

/** What all workers do together: one that has not measured itself counts as the mean of the others. null: none has. */
export function partsASecond(paces: readonly (Pace | null | undefined)[]): number | null {
  const known = paces.flatMap((pace) =>
    pace && pace.slots > 0 && pace.seconds > 0 ? [pace.slots / pace.seconds] : [],
  );
  if (known.length === 0) return null;
  return (known.reduce((sum, one) => sum + one, 0) / known.length) * paces.length;
}

/** ms after which so many parts are done, within a minute and an hour. */
export function retryAfterMs(parts: number, aSecond: number | null): number {
  const ms = Math.ceil((Math.max(0, parts) / (aSecond ?? ASSUMED_PARTS_A_SECOND)) * 1_000);
  return Math.min(Math.max(ms, MIN_RETRY_MS), MAX_RETRY_MS);
}

/**
 * Why work is refused: more waits at its location than is done there in `hours`; null: it is let in. `hours` 0: no bound.
 * `aSecond` null: after a restart of all workers nobody knows how long anything takes, so nothing is refused.
 */
export function overload({ queued, aSecond }: Load, hours: number): { waitHours: number; retryAfterMs: number } | null {
  if (hours === 0 || aSecond === null) return null;
  const most = hours * 3_600 * aSecond;
  if (queued <= most) return null;
  return {
    waitHours: Math.round((queued / aSecond / 3_600) * 10) / 10,
    retryAfterMs: retryAfterMs(queued - most, aSecond),
  };
}
