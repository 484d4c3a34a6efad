// Starts the workflow of a run exactly once; used by the API and by the reconciler.
import type { Client } from "@temporalio/client";
import {
  defineSearchAttributeKey,
  SearchAttributeType,
  TypedSearchAttributes,
  WorkflowExecutionAlreadyStartedError,
} from "@temporalio/common";
import type { RunStart } from "../../domain/engine.ts";
import { workflowIdOfRun } from "../../domain/ids.ts";
import { WORKFLOW_OF } from "../../domain/runTypes.ts";
import { attributesOf, type QueueNames, staticSummaryOf } from "../../domain/workflowNames.ts";

const key = (name: string) => defineSearchAttributeKey(name, SearchAttributeType.KEYWORD);

/** Starting a run whose workflow exists, running or ended, changes nothing. Rejects with the client's ServiceError. */
export async function startRunWorkflow(client: Client, queues: QueueNames, run: RunStart): Promise<void> {
  try {
    await client.workflow.start(WORKFLOW_OF[run.type], {
      workflowId: workflowIdOfRun(run.runId),
      taskQueue: queues.orchestration,
      args: [{ ...run, queues }],
      workflowIdConflictPolicy: "USE_EXISTING",
      workflowIdReusePolicy: "REJECT_DUPLICATE",
      typedSearchAttributes: new TypedSearchAttributes(
        attributesOf(run).map(([name, value]) => ({ key: key(name), value })),
      ),
      staticSummary: staticSummaryOf(run),
      memo: { runId: run.runId },
      priority: { fairnessKey: run.projectId },
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
