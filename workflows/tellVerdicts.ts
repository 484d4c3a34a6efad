import { proxyActivities } from "@temporalio/workflow";
import type { TellActivities } from "../activities/notify/tellVerdicts.ts";
import { POLICIES } from "./policies.ts";

/** Finds ended runs and starts the messages that they call for; started by a schedule. */
export async function tellVerdicts(): Promise<{ told: number; started: number }> {
  const activities = proxyActivities<TellActivities>(POLICIES.reconcile);
  return activities.tellVerdicts();
}
