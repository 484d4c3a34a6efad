import { proxyActivities } from "@temporalio/workflow";
import type { ScheduleActivities } from "../activities/schedules/schedules.ts";
import { POLICIES } from "./policies.ts";

/** Brings Temporal's schedules in line with the records; started by a schedule. A failed round is made good by the next one. */
export async function alignSchedules(): Promise<{ aligned: number; woken: number }> {
  const activities = proxyActivities<ScheduleActivities>(POLICIES.reconcile);
  return activities.alignSchedules();
}
