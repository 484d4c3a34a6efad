// Checks whether Temporal's schedules may differ from the records, or whether a due time was not reported or not processed.
import { latestDue } from "../../domain/schedules/cron.ts";
import type { Models } from "../index.ts";
import { allScheduleTimes, type ScheduleTimes } from "./queries.ts";

/** A due time that Temporal has not reported this long after it (and after the jitter) is recorded by the periodic check. */
const LATE_MS = 2 * 60_000;

/** Returns whether a due time passed without a report from Temporal. */
export function isLate(
  { enabled, deletedAt, takeAfter, handledUntil, jitterMinutes, ...clock }: ScheduleTimes,
  now: Date,
): boolean {
  if (!enabled || deletedAt !== null || takeAfter !== null) return false;
  const until = new Date(now.getTime() - jitterMinutes * 60_000 - LATE_MS);
  return latestDue(clock, handledUntil, until) !== null;
}

/** A schedule that should have been processed this long ago was abandoned. */
const LEFT_MS = 30_000;

/** Returns whether it was not processed in time: the worker that Temporal notified was killed, and no other process checks. */
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
