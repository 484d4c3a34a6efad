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
import { SEARCH_ATTRIBUTES } from "../../domain/workflowNames.ts";

export type Queues = { orchestration: string; browser: string };

const key = (name: string) => defineSearchAttributeKey(name, SearchAttributeType.KEYWORD);

/** Starting a run whose workflow exists, running or ended, changes nothing. Rejects with the client's ServiceError. */
export async function startRunWorkflow(client: Client, queues: Queues, run: RunStart): Promise<void> {
  const workflow = WORKFLOW_OF[run.type];
  if (!workflow) throw new Error(`There is no workflow for runs of type ${run.type}.`);
  try {
    await client.workflow.start(workflow, {
      workflowId: workflowIdOfRun(run.runId),
      taskQueue: queues.orchestration,
      args: [{ ...run, queues }],
      workflowIdConflictPolicy: "USE_EXISTING",
      workflowIdReusePolicy: "REJECT_DUPLICATE",
      typedSearchAttributes: new TypedSearchAttributes([
        { key: key(SEARCH_ATTRIBUTES.project), value: run.projectSlug },
        { key: key(SEARCH_ATTRIBUTES.runType), value: run.type },
        { key: key(SEARCH_ATTRIBUTES.environment), value: run.environment || "default" },
      ]),
      staticSummary: `${run.type} of ${run.projectSlug}${run.environment ? ` on ${run.environment}` : ""}`,
      memo: { runId: run.runId },
      priority: { fairnessKey: run.projectId },
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
