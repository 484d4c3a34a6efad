import type { Client } from "@temporalio/client";
import type { RunStart } from "../../domain/engine.ts";
import { workflowIdOfRun } from "../../domain/ids.ts";
import { queuesAt } from "../../domain/locations.ts";
import { WORKFLOW_OF } from "../../domain/runTypes.ts";
import type { QueueNames } from "../../domain/workflowNames.ts";
import { startWorkflow } from "./startWorkflow.ts";

/** Starts the workflow of a run; no-op if it exists, running or ended. Rejects with the client's ServiceError. */
export function startRunWorkflow(client: Client, queues: QueueNames, run: RunStart): Promise<void> {
  return startWorkflow(client, queuesAt(queues, run.location), {
    workflow: WORKFLOW_OF[run.type],
    workflowId: workflowIdOfRun(run.runId),
    input: run,
    memo: { runId: run.runId },
    labels: run,
    turn: run,
  });
}
