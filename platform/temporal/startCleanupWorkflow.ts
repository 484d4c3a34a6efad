import type { Client } from "@temporalio/client";
import { workflowIdOfCleanup } from "../../domain/ids.ts";
import type { QueueNames } from "../../domain/workflowNames.ts";
import { startWorkflow } from "./startWorkflow.ts";

/** Starts the workflow of a cleanup; no-op if it exists, running or ended. Its history contains only ids. */
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
