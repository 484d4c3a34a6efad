// Temporal schedules for periodic work: comparing runs with their workflows, notifying of their verdicts, and comparing Temporal's schedules
// with those of projects. These schedules are a last resort and fire rarely; rounds.ts starts the work earlier when there is any.
import { type Client, ScheduleAlreadyRunning, ScheduleOverlapPolicy } from "@temporalio/client";
import { HOUSEKEEPING } from "../domain/workflowNames.ts";
import { shownAs } from "../platform/temporal/shownAs.ts";

/** Workflows by the suffix of their schedule's id. */
const WORKFLOW_OF = { reconcile: "reconcile", tell: "tellVerdicts", align: "alignSchedules" } as const;
/** Their descriptions in the Temporal UI. */
const SUMMARY_OF: Record<string, string> = {
  reconcile: "compares runs and jobs with their workflows",
  tell: "finds results to notify of",
  align: "compares Temporal's schedules with those of projects",
  retention: "deletes what is past its time",
};
export type Round = keyof typeof WORKFLOW_OF;
export const ROUNDS = Object.keys(WORKFLOW_OF) as Round[];

/** Interval of a round if nothing triggers it earlier. An execution takes some 30 kB of Temporal's disk and is kept for a day. */
export const REST_MS = 15 * 60_000;
/** Once a day is enough for data that is kept for weeks. */
const DAY_MS = 86_400_000;

export const scheduleIdOf = (taskQueue: string, name: string): string => `${taskQueue}-${name}`;

/** Creates the schedules of all rounds and of retention, or updates existing ones to this interval. */
export async function ensureRounds(
  client: Client,
  { taskQueue, everyMs = REST_MS }: { taskQueue: string; everyMs?: number },
): Promise<void> {
  const retention = { everyMs: DAY_MS, name: "retention", workflow: "retentionDue" };
  await ensureSchedule(client, { taskQueue, ...retention, catchupWindow: "1d" });
  await Promise.all(
    ROUNDS.map((name) => ensureSchedule(client, { taskQueue, everyMs, name, workflow: WORKFLOW_OF[name] })),
  );
}

export type ScheduleOptions = {
  taskQueue: string;
  everyMs: number;
  name: string;
  workflow: string;
  /** How late a missed start is still made up for; a minute by default. */
  catchupWindow?: "1d";
};

/** Creates the schedule, or updates an existing one to the configured interval. Several workers may do so at the same time. */
export async function ensureSchedule(client: Client, { catchupWindow, ...options }: ScheduleOptions): Promise<string> {
  const scheduleId = scheduleIdOf(options.taskQueue, options.name);
  const spec = { intervals: [{ every: options.everyMs }] };
  const summary = SUMMARY_OF[options.name] ?? options.name;
  const action = {
    type: "startWorkflow",
    workflowType: options.workflow,
    workflowId: scheduleId,
    taskQueue: options.taskQueue,
    workflowExecutionTimeout: "5m",
    ...shownAs({ type: HOUSEKEEPING, projectSlug: "", environment: "", summary }),
  } as const;
  const policies = { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: catchupWindow ?? "1m" } as const;
  const schedule = { spec, policies, action };
  try {
    await client.schedule.create({ scheduleId, ...schedule });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await client.schedule.getHandle(scheduleId).update((current) => ({ ...current, ...schedule }));
  }
  return scheduleId;
}
