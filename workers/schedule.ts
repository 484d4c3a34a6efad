// What is done every few seconds whatever else goes on: runs are compared with
// their workflows, their verdicts told, and Temporal's schedules compared with those of projects.
import { type Client, ScheduleAlreadyRunning, ScheduleOverlapPolicy } from "@temporalio/client";

/** The workflows, by the end of their schedules' ids. */
const ROUNDS = { reconcile: "reconcile", tell: "tellVerdicts", align: "alignSchedules" } as const;

/** Once a day is enough for what is kept for weeks. */
const DAY_MS = 86_400_000;

/** Makes the schedules of all rounds, or brings existing ones to the configured interval. */
export async function ensureRounds(client: Client, options: { taskQueue: string; everyMs: number }): Promise<void> {
  const retention = { ...options, everyMs: DAY_MS, name: "retention", workflow: "retentionDue" };
  await ensureSchedule(client, retention);
  await Promise.all(
    Object.entries(ROUNDS).map(([name, workflow]) => ensureSchedule(client, { ...options, name, workflow })),
  );
}

/** Makes the schedule, or brings an existing one to the configured interval. Several workers may do so at once. */
export async function ensureSchedule(
  client: Client,
  options: { taskQueue: string; everyMs: number; name: string; workflow: string },
): Promise<string> {
  const scheduleId = `${options.taskQueue}-${options.name}`;
  const spec = { intervals: [{ every: options.everyMs }] };
  try {
    await client.schedule.create({
      scheduleId,
      spec,
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: "1m" },
      action: {
        type: "startWorkflow",
        workflowType: options.workflow,
        workflowId: scheduleId,
        taskQueue: options.taskQueue,
        workflowExecutionTimeout: "5m",
      },
    });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await client.schedule.getHandle(scheduleId).update((current) => ({ ...current, spec }));
  }
  return scheduleId;
}
