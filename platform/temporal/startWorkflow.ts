// Starts the workflow of a run or a job exactly once; used by the API and by the reconciler.

import type { Client } from "@temporalio/client";
import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import { type Turn, turnOf } from "../../domain/durable/turn.ts";
import type { Labelled, QueueNames } from "../../domain/workflowNames.ts";
import { shownAs } from "./shownAs.ts";

export type WorkflowStart = {
  workflow: string;
  workflowId: string;
  input: object;
  memo: Record<string, string>;
  /** What the Temporal UI shows and filters by. */
  labels: Labelled;
  /** Determines its priority and share of the workers. */
  turn: Turn;
};

/** Starts a workflow; no-op if it exists, running or ended. Rejects with the client's ServiceError. */
export async function startWorkflow(client: Client, queues: QueueNames, start: WorkflowStart): Promise<void> {
  try {
    await client.workflow.start(start.workflow, {
      workflowId: start.workflowId,
      taskQueue: queues.orchestration,
      args: [{ ...start.input, queues }],
      workflowIdConflictPolicy: "USE_EXISTING",
      workflowIdReusePolicy: "REJECT_DUPLICATE",
      ...shownAs(start.labels, start.memo),
      priority: turnOf(start.turn),
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
