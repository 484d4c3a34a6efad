// A job that a run starts and waits for. Deterministic.
import { defineSearchAttributeKey, SearchAttributeType, TypedSearchAttributes } from "@temporalio/common";
import { ChildWorkflowCancellationType, executeChild, ParentClosePolicy } from "@temporalio/workflow";
import { workflowIdOfJob } from "../domain/ids.ts";
import { JOB_KINDS, type JobStart } from "../domain/jobs/kinds.ts";
import { attributesOf, type QueueNames, staticSummaryOf } from "../domain/workflowNames.ts";

/** Rejects with WorkflowExecutionAlreadyStartedError where another execution works on the job, or has. */
export async function executeJob(job: JobStart, queues: QueueNames): Promise<void> {
  const labelled = { ...job, type: job.kind };
  await executeChild(JOB_KINDS[job.kind].workflow, {
    workflowId: workflowIdOfJob(job.jobId),
    taskQueue: queues.orchestration,
    args: [{ ...job, queues }],
    workflowIdReusePolicy: "REJECT_DUPLICATE",
    // A run that is ended from outside takes its crawl along, which writes its own end.
    parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
    cancellationType: ChildWorkflowCancellationType.WAIT_CANCELLATION_COMPLETED,
    typedSearchAttributes: new TypedSearchAttributes(
      attributesOf(labelled).map(([name, value]) => ({
        key: defineSearchAttributeKey(name, SearchAttributeType.KEYWORD),
        value,
      })),
    ),
    staticSummary: staticSummaryOf(labelled),
    priority: { fairnessKey: job.projectId },
  });
}
