// Whether Temporal's schedules may differ from the records, or a time that was due was not told of, or not taken up.
import { latestDue } from "../../domain/schedules/cron.ts";
import type { Models } from "../index.ts";
import { allScheduleTimes, type ScheduleTimes } from "./queries.ts";

/** A due time that Temporal has not told us of this long after it (and after the jitter) is noted by the round. */
const LATE_MS = 2 * 60_000;

/** Whether a due time of it passed without a word of Temporal's. */
export function isLate(
  { enabled, deletedAt, takeAfter, handledUntil, jitterMinutes, ...clock }: ScheduleTimes,
  now: Date,
): boolean {
  if (!enabled || deletedAt !== null || takeAfter !== null) return false;
  const until = new Date(now.getTime() - jitterMinutes * 60_000 - LATE_MS);
  return latestDue(clock, handledUntil, until) !== null;
}

/** A schedule that should have been taken up this long ago was left by whoever was to do it. */
const LEFT_MS = 30_000;

/** Whether nobody took it up in time: the worker that Temporal told was killed, and no other process looks. */
export const isLeft = ({ deletedAt, takeAfter }: Pick<ScheduleTimes, "deletedAt" | "takeAfter">, now: Date): boolean =>
  deletedAt === null && takeAfter !== null && now.getTime() - takeAfter.getTime() > LEFT_MS;

export async function hasUnaligned(models: Models, now: Date): Promise<boolean> {
  for await (const schedule of allScheduleTimes(models))
    if (
      schedule.deletedAt !== null ||
      schedule.alignedRev !== schedule.rev ||
      isLate(schedule, now) ||
      isLeft(schedule, now)
    )
      return true;
  return false;
}
