// When the daily sweep may delete. The first one of an installation is announced a week before, and so is one after a long pause: a clock that
// jumped ahead looks like a pause, and nobody expects a deletion any more.

const DAY_MS = 86_400_000;
export const ANNOUNCED_DAYS = 7;
const ANNOUNCED_MS = ANNOUNCED_DAYS * DAY_MS;
/** Sweeps that are further apart count as new. */
const MAX_GAP_MS = 8 * DAY_MS;

/** `last`: when the last sweep ended. `announced`: when the next one was announced for. */
export type SweepTimes = { now: Date; last: Date | null; announced: Date | null };

/** `announce`: for the time in `at`. `wait`: it is announced, and not yet time. */
export type DueSweep = { do: "sweep" } | { do: "announce"; at: Date } | { do: "wait" };

export function dueSweep({ now, last, announced }: SweepTimes): DueSweep {
  const since = (time: Date): number => now.getTime() - time.getTime();
  if (last !== null && since(last) <= MAX_GAP_MS) return { do: "sweep" };
  const isOld = announced === null || since(announced) > MAX_GAP_MS || (last !== null && announced <= last);
  // One that is further away than an announcement was made by another clock.
  if (isOld || since(announced) < -ANNOUNCED_MS) return { do: "announce", at: new Date(now.getTime() + ANNOUNCED_MS) };
  return since(announced) >= 0 ? { do: "sweep" } : { do: "wait" };
}
