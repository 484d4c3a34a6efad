import type { Client } from "@temporalio/client";
import { workflowIdOfCleanup } from "../../domain/ids.ts";
import type { QueueNames } from "../../domain/workflowNames.ts";
import { startWorkflow } from "./startWorkflow.ts";

/** Starting a cleanup whose workflow exists, running or ended, changes nothing. Its history names ids alone. */
export function startCleanupWorkflow(client: Client, queues: QueueNames, cleanupId: string): Promise<void> {
  return startWorkflow(client, queues, {
    workflow: "cleanUp",
    workflowId: workflowIdOfCleanup(cleanupId),
    input: { cleanupId },
    memo: { cleanupId },
    labels: { type: "cleanup", projectSlug: "", environment: "" },
    turn: { projectId: "cleanup" },
  });
}
