import { proxyActivities } from "@temporalio/workflow";
import type { ReconcileActivities } from "../activities/projection/reconcile.ts";
import { POLICIES } from "./policies.ts";

/** Compares runs marked `running` with their workflows; started by a schedule. The next round makes up for a failed one. */
export async function reconcile(): Promise<{ restarted: number; closed: number }> {
  const { reconcileRuns } = proxyActivities<ReconcileActivities>(POLICIES.reconcile);
  return reconcileRuns();
}
