import { proxyActivities } from "@temporalio/workflow";
import type { ScheduleActivities } from "../activities/schedules/schedules.ts";
import { POLICIES } from "./policies.ts";

/** Notes that a project's schedule is due; started by Temporal's schedule. The runs are started by an API process. */
export async function scheduleDue(input: { scheduleId: string }): Promise<void> {
  const { noteDue } = proxyActivities<ScheduleActivities>(POLICIES.database);
  await noteDue({ scheduleId: input.scheduleId });
}
