// Schedule activities: record due times, start the runs, and keep Temporal's schedules in line with the records.
import { messageOf } from "../../domain/errors.ts";
import { slugsOf } from "../../models/projects/queries.ts";
import {
  allSchedules,
  findSchedule,
  forgetSchedule,
  markAligned,
  wakeSchedule,
} from "../../models/schedules/queries.ts";
import type { Schedule } from "../../models/schedules/schema.ts";
import { isLate, isLeft } from "../../models/schedules/unaligned.ts";
import { isScheduleAligned, putSchedule, removeSchedule } from "../../platform/temporal/scheduleClock.ts";
import type { ScheduleDeps } from "../deps.ts";

export type ScheduleActivities = {
  noteDue(input: { scheduleId: string }): Promise<void>;
  /** Handles the due time and returns the milliseconds until the next check; null: none needed. */
  startDue(input: { scheduleId: string; dueAt: string }): Promise<{ againMs: number | null }>;
  alignSchedules(): Promise<{ aligned: number; woken: number }>;
};

/** Maximum iterations per call: a start, and anything that became due in the meantime. */
const MAX_TURNS = 5;
/** Maximum time by which Temporal's clock may be ahead of this process's clock. */
const MAX_AHEAD_MS = 60_000;
const MIN_PAUSE_MS = 100;

/** Interval at which every schedule is compared with Temporal's; schedules changed by people are compared in each round. */
const COMPARE_EVERY_MS = 10 * 60_000;

export function createScheduleActivities(deps: ScheduleDeps): ScheduleActivities {
  const { models, client, queues, now } = deps;
  /** When this worker last compared all schedules; the first round after a start always does. */
  let compared = Number.NEGATIVE_INFINITY;

  /** Returns whether something had to be changed. */
  async function align(schedule: Schedule, all: boolean): Promise<boolean> {
    const { _id: scheduleId, rev, alignedRev, deletedAt } = schedule;
    if (deletedAt !== null) {
      await removeSchedule(client, queues, scheduleId);
      await forgetSchedule(models, scheduleId);
      return true;
    }
    const clock = { ...schedule, scheduleId };
    if (alignedRev === rev && (!all || (await isScheduleAligned(client, queues, clock)))) return false;
    const projectSlug = (await slugsOf(models, [schedule.projectId])).get(schedule.projectId) ?? "";
    await putSchedule(client, queues, { ...clock, projectSlug });
    await markAligned(models, schedule);
    return true;
  }

  /** Processes the schedule until nothing of it is due. If another process is faster, waits for its lease. */
  async function take(scheduleId: string, aheadMs = 0): Promise<{ againMs: number | null }> {
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      const schedule = await findSchedule(models, scheduleId);
      if (!schedule?.takeAfter) return { againMs: null };
      const waitMs = schedule.takeAfter.getTime() - now().getTime() - aheadMs;
      if (waitMs > 0) return { againMs: Math.max(waitMs, MIN_PAUSE_MS) };
      await deps.takeDue(schedule, aheadMs);
    }
    return { againMs: MIN_PAUSE_MS };
  }

  /** Temporal's schedule may have been paused or deleted manually, and an hour skipped by daylight saving has no due time there. */
  async function wakeLate(schedule: Schedule): Promise<boolean> {
    if (!isLate(schedule, now())) return false;
    await wakeSchedule(models, schedule._id, now());
    return true;
  }

  return {
    async noteDue({ scheduleId }) {
      const schedule = await findSchedule(models, scheduleId);
      // A database restored from a backup may not contain it.
      if (!schedule) return removeSchedule(client, queues, scheduleId);
      if (schedule.enabled) await wakeSchedule(models, scheduleId, now());
    },

    async startDue({ scheduleId, dueAt }) {
      const due = Date.parse(dueAt);
      // Temporal reports that it is due, so a clock here that is behind must not report the opposite.
      return take(scheduleId, Math.max(0, Math.min(due - now().getTime(), MAX_AHEAD_MS)));
    },

    async alignSchedules() {
      const all = now().getTime() - compared >= COMPARE_EVERY_MS;
      const counts = { aligned: 0, woken: 0 };
      let whole = true;
      for await (const schedule of allSchedules(models)) {
        const { _id: scheduleId } = schedule;
        try {
          const woken = await wakeLate(schedule);
          if (woken) counts.woken++;
          if (woken || isLeft(schedule, now())) await take(scheduleId);
          if (await align(schedule, all)) counts.aligned++;
        } catch (error) {
          // A failing schedule must not prevent the others from being checked.
          whole = false;
          deps.log("warn", "a schedule could not be brought in line", { scheduleId, error: messageOf(error) });
        }
      }
      if (all && whole) compared = now().getTime();
      return counts;
    },
  };
}
