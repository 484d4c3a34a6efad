// What runs and jobs have in common that another workflow starts and waits for. Deterministic.

import { defineSearchAttributeKey, SearchAttributeType, TypedSearchAttributes } from "@temporalio/common";
import { ChildWorkflowCancellationType, type ChildWorkflowOptions, ParentClosePolicy } from "@temporalio/workflow";
import { turnOf } from "../domain/durable/turn.ts";
import { attributesOf, type QueueNames, staticSummaryOf } from "../domain/workflowNames.ts";

type Labelled = Parameters<typeof attributesOf>[0] &
  Parameters<typeof staticSummaryOf>[0] &
  Parameters<typeof turnOf>[0];

/** `work` says what it is shown as, and whose turn it takes. `memo`: its id. */
export const childOptions = (
  work: Labelled,
  queues: QueueNames,
  memo: Record<string, string>,
): ChildWorkflowOptions => ({
  taskQueue: queues.orchestration,
  // What has ended is not done again when the parent is reset.
  workflowIdReusePolicy: "REJECT_DUPLICATE",
  // A parent that is ended from outside takes its children along, each writing its own end.
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
