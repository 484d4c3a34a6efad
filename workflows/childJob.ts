// Starts a job on behalf of a run and waits for it. Deterministic.
import { executeChild } from "@temporalio/workflow";
import { workflowIdOfJob } from "../domain/ids.ts";
import { JOB_KINDS, type JobStart } from "../domain/jobs/kinds.ts";
import type { QueueNames } from "../domain/workflowNames.ts";
import { childOptions } from "./childWork.ts";

/** Rejects with WorkflowExecutionAlreadyStartedError if another execution is working on the job or has done so. */
export async function executeJob(job: JobStart, queues: QueueNames): Promise<void> {
  await executeChild(JOB_KINDS[job.kind].workflow, {
    ...childOptions({ ...job, type: job.kind }, queues, { jobId: job.jobId }),
    workflowId: workflowIdOfJob(job.jobId),
    args: [{ ...job, queues }],
  });
}
