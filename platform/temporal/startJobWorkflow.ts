import type { Client } from "@temporalio/client";
import { workflowIdOfJob } from "../../domain/ids.ts";
import { JOB_KINDS, type JobStart } from "../../domain/jobs/kinds.ts";
import { queuesAt } from "../../domain/locations.ts";
import type { QueueNames } from "../../domain/workflowNames.ts";
import { startWorkflow } from "./startWorkflow.ts";

/** Starts the workflow of a job; no-op if it exists, running or ended. Rejects with the client's ServiceError. */
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
