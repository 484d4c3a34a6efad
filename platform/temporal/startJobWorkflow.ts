import type { Client } from "@temporalio/client";
import { workflowIdOfJob } from "../../domain/ids.ts";
import { JOB_KINDS, type JobStart } from "../../domain/jobs/kinds.ts";
import { queuesAt } from "../../domain/locations.ts";
import type { QueueNames } from "../../domain/workflowNames.ts";
import { startWorkflow } from "./startWorkflow.ts";

/** Starting a job whose workflow exists, running or ended, changes nothing. Rejects with the client's ServiceError. */
export function startJobWorkflow(client: Client, queues: QueueNames, job: JobStart): Promise<void> {
  return startWorkflow(client, queuesAt(queues, job.location), {
    workflow: JOB_KINDS[job.kind].workflow,
    workflowId: workflowIdOfJob(job.jobId),
    input: job,
    memo: { jobId: job.jobId },
    labels: { type: job.kind, projectSlug: job.projectSlug, environment: job.environment },
    turn: job,
  });
}
