// A run that another workflow starts and waits for. Deterministic.
import { defineSearchAttributeKey, SearchAttributeType, TypedSearchAttributes } from "@temporalio/common";
import { ChildWorkflowCancellationType, executeChild, ParentClosePolicy } from "@temporalio/workflow";
import type { RunStart } from "../domain/engine.ts";
import { workflowIdOfRun } from "../domain/ids.ts";
import { WORKFLOW_OF } from "../domain/runTypes.ts";
import { attributesOf, type QueueNames, staticSummaryOf } from "../domain/workflowNames.ts";
import type { RunEnd } from "./partsRun.ts";

/** Rejects with WorkflowExecutionAlreadyStartedError where another execution works on the run, or has. */
export async function executeRun(child: RunStart, queues: QueueNames): Promise<RunEnd> {
  return (await executeChild(WORKFLOW_OF[child.type], {
    workflowId: workflowIdOfRun(child.runId),
    taskQueue: queues.orchestration,
    args: [{ ...child, queues }],
    // A child that ended is not done again when this workflow is reset.
    workflowIdReusePolicy: "REJECT_DUPLICATE",
    // A parent that is ended from outside takes its children along, each writing its own end.
    parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
    cancellationType: ChildWorkflowCancellationType.WAIT_CANCELLATION_COMPLETED,
    typedSearchAttributes: new TypedSearchAttributes(
      attributesOf(child).map(([name, value]) => ({
        key: defineSearchAttributeKey(name, SearchAttributeType.KEYWORD),
        value,
      })),
    ),
    staticSummary: staticSummaryOf(child),
    priority: { fairnessKey: child.projectId },
  })) as RunEnd;
}
