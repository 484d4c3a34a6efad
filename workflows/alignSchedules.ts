import { proxyActivities } from "@temporalio/workflow";
import type { ScheduleActivities } from "../activities/schedules/schedules.ts";
import { POLICIES } from "./policies.ts";

/** Aligns Temporal's schedules with the stored ones; started by a schedule. The next round makes up for a failed one. */
export async function alignSchedules(): Promise<{ aligned: number; woken: number }> {
  const activities = proxyActivities<ScheduleActivities>(POLICIES.reconcile);
  return activities.alignSchedules();
}
