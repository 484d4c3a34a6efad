// Options shared by child runs and child jobs that a workflow starts and waits for. Deterministic.

import { defineSearchAttributeKey, SearchAttributeType, TypedSearchAttributes } from "@temporalio/common";
import { ChildWorkflowCancellationType, type ChildWorkflowOptions, ParentClosePolicy } from "@temporalio/workflow";
import { turnOf } from "../domain/durable/turn.ts";
import { attributesOf, type QueueNames, staticSummaryOf } from "../domain/workflowNames.ts";

type Labelled = Parameters<typeof attributesOf>[0] &
  Parameters<typeof staticSummaryOf>[0] &
  Parameters<typeof turnOf>[0];

/** Returns the options. `work` determines how the child is shown and its priority; `memo` contains its id. */
export const childOptions = (
  work: Labelled,
  queues: QueueNames,
  memo: Record<string, string>,
): ChildWorkflowOptions => ({
  taskQueue: queues.orchestration,
  // Ended work is not repeated when the parent is reset.
  workflowIdReusePolicy: "REJECT_DUPLICATE",
  // If the parent is ended from outside, its children are cancelled, and each writes its own end.
  parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
  cancellationType: ChildWorkflowCancellationType.WAIT_CANCELLATION_COMPLETED,
  typedSearchAttributes: new TypedSearchAttributes(
    attributesOf(work).map(([name, value]) => ({
      key: defineSearchAttributeKey(name, SearchAttributeType.KEYWORD),
      value,
    })),
  ),
  staticSummary: staticSummaryOf(work),
  memo: { ...memo, type: work.type, project: work.projectSlug },
  priority: turnOf(work),
});
