import { patched, proxyActivities, sleep, workflowInfo } from "@temporalio/workflow";
import type { ScheduleActivities } from "../activities/schedules/schedules.ts";
import { POLICIES } from "./policies.ts";

/**
 * Maximum number of checks per due time, seconds or a minute apart. What is left then is picked up by a worker's periodic round or by an
 * API process.
 */
const MAX_LOOKS = 50;

/** Records that a project's schedule is due and starts its runs; started by Temporal's schedule. */
export async function scheduleDue(input: { scheduleId: string }): Promise<void> {
  const { scheduleId } = input;
  const { noteDue } = proxyActivities<ScheduleActivities>(POLICIES.database);
  const { startDue } = proxyActivities<ScheduleActivities>(POLICIES.start);
  await noteDue({ scheduleId });
  if (!patched("start-due")) return;
  const dueAt = workflowInfo().startTime.toISOString();
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    const { againMs } = await startDue({ scheduleId, dueAt });
    if (againMs === null) return;
    await sleep(againMs);
  }
}
