import { proxyActivities } from "@temporalio/workflow";
import type { RetentionActivities } from "../activities/retention/retention.ts";
import { POLICIES } from "./policies.ts";

/** Records that a sweep is due; started by a schedule once a day. The reconciler starts the sweep. */
export async function retentionDue(): Promise<void> {
  const { noteRetentionDue } = proxyActivities<RetentionActivities>(POLICIES.reconcile);
  await noteRetentionDue();
}
