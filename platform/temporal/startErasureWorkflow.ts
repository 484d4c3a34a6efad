import type { Client } from "@temporalio/client";
import { workflowIdOfErasure } from "../../domain/ids.ts";
import type { QueueNames } from "../../domain/workflowNames.ts";
import { startWorkflow } from "./startWorkflow.ts";

/** Starts the workflow of an erasure; no-op if it exists, running or ended. Its history contains only ids. */
export function startErasureWorkflow(client: Client, queues: QueueNames, erasureId: string): Promise<void> {
  return startWorkflow(client, queues, {
    workflow: "erase",
    workflowId: workflowIdOfErasure(erasureId),
    input: { erasureId },
    memo: { erasureId },
    labels: { type: "erasure", projectSlug: "", environment: "" },
    turn: { projectId: "cleanup" },
  });
}
