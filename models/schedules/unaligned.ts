// Whether Temporal's schedules may differ from the records, or one has not told of a time that was due.
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

export async function hasUnaligned(models: Models, now: Date): Promise<boolean> {
  for await (const schedule of allScheduleTimes(models))
    if (schedule.deletedAt !== null || schedule.alignedRev !== schedule.rev || isLate(schedule, now)) return true;
  return false;
}
