// The schedule that compares runs with their workflows.
import { type Client, ScheduleAlreadyRunning, ScheduleOverlapPolicy } from "@temporalio/client";

/** Makes the schedule, or brings an existing one to the configured interval. Several workers may do so at once. */
export async function ensureReconcileSchedule(
  client: Client,
  options: { taskQueue: string; everyMs: number },
): Promise<string> {
  const scheduleId = `${options.taskQueue}-reconcile`;
  const spec = { intervals: [{ every: options.everyMs }] };
  try {
    await client.schedule.create({
      scheduleId,
      spec,
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: "1m" },
      action: {
        type: "startWorkflow",
        workflowType: "reconcile",
        workflowId: `${options.taskQueue}-reconcile`,
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
