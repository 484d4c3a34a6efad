// Temporal's schedule for a project's schedule: it wakes the service at due times. What is due is decided from the record.
import {
  type Client,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type ScheduleOptions,
  ScheduleOverlapPolicy,
} from "@temporalio/client";
import { PRIORITIES } from "../../domain/durable/turn.ts";
import type { ScheduleClock } from "../../domain/engine.ts";
import { workflowIdOfSchedule } from "../../domain/ids.ts";
import { CATCH_UP_MS } from "../../domain/schedules/decide.ts";
import type { QueueNames } from "../../domain/workflowNames.ts";
import { shownAs } from "./shownAs.ts";

/** Returns an id that is unique if installations share a Temporal server, because the queue has the installation's prefix. */
export const clockIdOf = (queues: QueueNames, scheduleId: string): string => `${queues.orchestration}-${scheduleId}`;

/** Returns a note with the revision of the record that Temporal's schedule was created from, and the version of `partsOf`. */
const noteOf = ({ rev }: Pick<ScheduleClock, "rev">): string => `plumbline 3 rev ${rev}`;

/**
 * Starting takes only a moment, and what it starts has its own priority, so it does not wait behind running runs. The SDK sends the
 * priority (1.24), although its type for a new schedule's action does not declare it.
 */
const FIRST = { priority: { priorityKey: PRIORITIES.looked } };

type Parts = Pick<ScheduleOptions, "spec" | "policies"> & {
  action: Extract<ScheduleOptions["action"], { type: "startWorkflow" }>;
  state: { paused: boolean; note: string };
};

function partsOf(queues: QueueNames, clock: ScheduleClock): Parts {
  const { scheduleId, cron, timeZone, jitterMinutes, enabled } = clock;
  return {
    spec: { cronExpressions: [cron], timezone: timeZone, jitter: jitterMinutes * 60_000 },
    // One waiting notification is enough, because it covers all due times until a worker takes it.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: CATCH_UP_MS },
    action: {
      type: "startWorkflow",
      workflowType: "scheduleDue",
      workflowId: workflowIdOfSchedule(scheduleId),
      taskQueue: queues.orchestration,
      args: [{ scheduleId }],
      ...FIRST,
      ...shownAs({ type: "schedule", projectSlug: clock.projectSlug ?? "", environment: "" }, { scheduleId }),
    },
    state: { paused: !enabled, note: noteOf(clock) },
  };
}

/** Creates the schedule, or updates the existing one. Rejects with the client's ServiceError. */
export async function putSchedule(client: Client, queues: QueueNames, clock: ScheduleClock): Promise<void> {
  const parts = partsOf(queues, clock);
  const scheduleId = clockIdOf(queues, clock.scheduleId);
  try {
    await client.schedule.create({ scheduleId, ...parts });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    const { spec, policies, action, state } = parts;
    await client.schedule.getHandle(scheduleId).update((current) => ({
      spec,
      policies: { ...current.policies, ...policies },
      action: { ...action, workflowId: action.workflowId ?? workflowIdOfSchedule(clock.scheduleId) },
      state: { ...current.state, ...state },
    }));
  }
}

/** No-op if it does not exist. */
export async function removeSchedule(client: Client, queues: QueueNames, scheduleId: string): Promise<void> {
  try {
    await client.schedule.getHandle(clockIdOf(queues, scheduleId)).delete();
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
}

/** Returns whether Temporal's schedule matches the record. */
export async function isScheduleAligned(client: Client, queues: QueueNames, clock: ScheduleClock): Promise<boolean> {
  try {
    const { state } = await client.schedule.getHandle(clockIdOf(queues, clock.scheduleId)).describe();
    return state.note === noteOf(clock) && state.paused === !clock.enabled;
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return false;
    throw error;
  }
}
