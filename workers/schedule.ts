// What is done again and again whatever else goes on: runs are compared with their workflows, their verdicts told, and Temporal's
// schedules compared with those of projects. The schedules here are the last resort and rare; rounds.ts starts them when there is work.
import { type Client, ScheduleAlreadyRunning, ScheduleOverlapPolicy } from "@temporalio/client";
import { HOUSEKEEPING } from "../domain/workflowNames.ts";
import { shownAs } from "../platform/temporal/shownAs.ts";

/** The workflows, by the end of their schedules' ids. */
const WORKFLOW_OF = { reconcile: "reconcile", tell: "tellVerdicts", align: "alignSchedules" } as const;
/** What the Temporal UI says of them. */
const SUMMARY_OF: Record<string, string> = {
  reconcile: "compares runs and jobs with their workflows",
  tell: "finds results to notify of",
  align: "compares Temporal's schedules with those of projects",
  retention: "deletes what is past its time",
};
export type Round = keyof typeof WORKFLOW_OF;
export const ROUNDS = Object.keys(WORKFLOW_OF) as Round[];

/** How often a round is made where nothing asks for it. An execution of Temporal's is some 30 kB on disk, and is kept for a day. */
export const REST_MS = 15 * 60_000;
/** Once a day is enough for what is kept for weeks. */
const DAY_MS = 86_400_000;

export const scheduleIdOf = (taskQueue: string, name: string): string => `${taskQueue}-${name}`;

/** Makes the schedules of all rounds and of retention, or brings existing ones to this interval. */
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
  /** A start that was missed for no longer is made good; a minute unless given. */
  catchupWindow?: "1d";
};

/** Makes the schedule, or brings an existing one to the configured interval. Several workers may do so at once. */
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
  try {
    await client.schedule.create({
      scheduleId,
      spec,
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: catchupWindow ?? "1m" },
      action,
    });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await client.schedule.getHandle(scheduleId).update((current) => ({ ...current, spec, action }));
  }
  return scheduleId;
}
