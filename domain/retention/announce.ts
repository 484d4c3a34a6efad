// Decides when the daily cleanup may delete. The first cleanup of an installation is announced a week before, and so is the first one after
// a long pause: a clock that jumped ahead looks like a pause, and nobody expects a deletion then.

const DAY_MS = 86_400_000;
export const ANNOUNCED_DAYS = 7;
const ANNOUNCED_MS = ANNOUNCED_DAYS * DAY_MS;
/** A cleanup that is further from the last one must be announced again. */
const MAX_GAP_MS = 8 * DAY_MS;

/**
 * During the announcement, the runs to delete are counted daily. If the last count is older, the service was off and nobody could see the
 * announcement.
 */
const MAX_UNREAD_MS = 3 * DAY_MS;

/**
 * `last`: end of the last daily cleanup, not counting requested ones. `announced`: time for which the next one was announced. `planned`:
 * time of the last count of what would be deleted.
 */
export type SweepTimes = { now: Date; last: Date | null; announced: Date | null; planned: Date | null };

/** `announce`: announce a cleanup for the time in `at`. `wait`: it has been announced, but is not due yet. */
export type DueSweep = { do: "sweep" } | { do: "announce"; at: Date } | { do: "wait" };

export function dueSweep({ now, last, announced, planned }: SweepTimes): DueSweep {
  const since = (time: Date): number => now.getTime() - time.getTime();
  if (last !== null && since(last) <= MAX_GAP_MS) return { do: "sweep" };
  const isOld = announced === null || since(announced) > MAX_GAP_MS || (last !== null && announced <= last);
  // A time further ahead than an announcement can be was set by another clock.
  const isStrange = announced !== null && since(announced) < -ANNOUNCED_MS;
  const isDue = announced !== null && since(announced) >= 0;
  const isUnread = isDue && (planned === null || since(planned) > MAX_UNREAD_MS);
  if (isOld || isStrange || isUnread) return { do: "announce", at: new Date(now.getTime() + ANNOUNCED_MS) };
  return isDue ? { do: "sweep" } : { do: "wait" };
}
