// Estimates how long waiting work takes, and decides whether one more run is accepted. "Parts" are screenshots, audited pages and scenarios.

/**
 * `queued`: number of parts that open runs still have to process. `aSecond`: parts per second as measured by the workers; null if no
 * worker has measured any.
 */
export type Load = { queued: number; aSecond: number | null };

/** Pace of one worker's browsers: number of parts at the same time, and seconds per part. */
export type Pace = { slots: number; seconds: number };

/** Assumed pace for `Retry-After` before any worker has measured one. */
const ASSUMED_PARTS_A_SECOND = 1;
/** An earlier retry is not worthwhile, and a later one would be a guess. */
const MIN_RETRY_MS = 60_000;
const MAX_RETRY_MS = 3_600_000;

/**
 * Returns the pace of all workers together. Workers without a measurement count as the average of the others. null if no worker has
 * measured its pace.
 */
export function partsASecond(paces: readonly (Pace | null | undefined)[]): number | null {
  const known = paces.flatMap((pace) =>
    pace && pace.slots > 0 && pace.seconds > 0 ? [pace.slots / pace.seconds] : [],
  );
  if (known.length === 0) return null;
  return (known.reduce((sum, one) => sum + one, 0) / known.length) * paces.length;
}

/** Returns the milliseconds after which `parts` parts are done, at least a minute and at most an hour. */
export function retryAfterMs(parts: number, aSecond: number | null): number {
  const ms = Math.ceil((Math.max(0, parts) / (aSecond ?? ASSUMED_PARTS_A_SECOND)) * 1_000);
  return Math.min(Math.max(ms, MIN_RETRY_MS), MAX_RETRY_MS);
}

/**
 * Returns why work is refused, or null if it is accepted. Work is refused if more parts wait at its location than can be processed there
 * in `hours`. `hours` 0: no limit. `aSecond` null: nothing is refused, because after a restart of all workers the pace is unknown.
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
