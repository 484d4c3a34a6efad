// Schedules as workers see them: a due time is noted, and Temporal's schedules are kept as the records say. Runs are started by
// an API process, which holds every rule of starting.
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
import { isLate } from "../../models/schedules/unaligned.ts";
import { isScheduleAligned, putSchedule, removeSchedule } from "../../platform/temporal/scheduleClock.ts";
import type { ReconcileDeps } from "../deps.ts";

export type ScheduleActivities = {
  noteDue(input: { scheduleId: string }): Promise<void>;
  alignSchedules(): Promise<{ aligned: number; woken: number }>;
};

/** Every schedule is compared with Temporal's so often, and those that people changed in each round. */
const COMPARE_EVERY_MS = 10 * 60_000;

export function createScheduleActivities(deps: ReconcileDeps): ScheduleActivities {
  const { models, client, queues, now } = deps;
  /** When this worker last compared all; the first round after a start does. */
  let compared = Number.NEGATIVE_INFINITY;

  /** Whether something had to be done. */
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

  /** Temporal's schedule may have been paused or deleted by hand, and an hour that clocks leave out has no due time there. */
  async function wakeLate(schedule: Schedule): Promise<boolean> {
    if (!isLate(schedule, now())) return false;
    await wakeSchedule(models, schedule._id, now());
    return true;
  }

  return {
    async noteDue({ scheduleId }) {
      const schedule = await findSchedule(models, scheduleId);
      // A database that was put back may lack it.
      if (!schedule) return removeSchedule(client, queues, scheduleId);
      if (schedule.enabled) await wakeSchedule(models, scheduleId, now());
    },

    async alignSchedules() {
      const all = now().getTime() - compared >= COMPARE_EVERY_MS;
      const counts = { aligned: 0, woken: 0 };
      let whole = true;
      for await (const schedule of allSchedules(models)) {
        const { _id: scheduleId } = schedule;
        try {
          if (await wakeLate(schedule)) counts.woken++;
          if (await align(schedule, all)) counts.aligned++;
        } catch (error) {
          // The trouble of one must not keep the others from being looked at.
          whole = false;
          deps.log("warn", "a schedule could not be brought in line", { scheduleId, error: messageOf(error) });
        }
      }
      if (all && whole) compared = now().getTime();
      return counts;
    },
  };
}
