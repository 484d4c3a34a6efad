// When the daily sweep may delete. The first one of an installation is announced a week before, and so is one after a long pause: a clock that
// jumped ahead looks like a pause, and nobody expects a deletion any more.

const DAY_MS = 86_400_000;
export const ANNOUNCED_DAYS = 7;
const ANNOUNCED_MS = ANNOUNCED_DAYS * DAY_MS;
/** Sweeps that are further apart count as new. */
const MAX_GAP_MS = 8 * DAY_MS;

/** A plan is counted every day of the announcement. One that is older: the service was off, and nobody could read it. */
const MAX_UNREAD_MS = 3 * DAY_MS;

/**
 * `last`: when the last daily sweep ended; those that somebody asked for do not count. `announced`: when the next one was announced for.
 * `planned`: when it was last counted what would go.
 */
export type SweepTimes = { now: Date; last: Date | null; announced: Date | null; planned: Date | null };

/** `announce`: for the time in `at`. `wait`: it is announced, and not yet time. */
export type DueSweep = { do: "sweep" } | { do: "announce"; at: Date } | { do: "wait" };

export function dueSweep({ now, last, announced, planned }: SweepTimes): DueSweep {
  const since = (time: Date): number => now.getTime() - time.getTime();
  if (last !== null && since(last) <= MAX_GAP_MS) return { do: "sweep" };
  const isOld = announced === null || since(announced) > MAX_GAP_MS || (last !== null && announced <= last);
  // One that is further away than an announcement was made by another clock.
  const isStrange = announced !== null && since(announced) < -ANNOUNCED_MS;
  const isDue = announced !== null && since(announced) >= 0;
  const isUnread = isDue && (planned === null || since(planned) > MAX_UNREAD_MS);
  if (isOld || isStrange || isUnread) return { do: "announce", at: new Date(now.getTime() + ANNOUNCED_MS) };
  return isDue ? { do: "sweep" } : { do: "wait" };
}
