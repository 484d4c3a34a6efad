// Nobody ever sees a job stuck: jobs that are not over are compared with their workflows, started again or closed.
import { messageOf } from "../../domain/errors.ts";
import { workflowIdOfJob } from "../../domain/ids.ts";
import { OPEN_JOB } from "../../domain/jobs/kinds.ts";
import { lostRun } from "../../domain/lostRun.ts";
import { BATCH, inBatches } from "../../models/inBatches.ts";
import type { Job } from "../../models/job.ts";
import { closeJob } from "../../models/jobs.ts";
import { startJobWorkflow } from "../../platform/temporal/startJobWorkflow.ts";
import type { ReconcileDeps } from "../deps.ts";
import { workflowStatus } from "../projection/workflowStatus.ts";

/** One round over all jobs that are not over. */
export async function reconcileJobs(
  deps: ReconcileDeps,
  giveUpAfterMs: number,
): Promise<{ restarted: number; closed: number }> {
  const { models, client, log } = deps;
  const counts = { restarted: 0, closed: 0 };
  const read = (after: object) =>
    models.jobs
      .find({ status: { $in: OPEN_JOB }, ...after }, { result: 0, state: 0 })
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean<Job[]>();
  for await (const job of inBatches(read)) {
    try {
      const at = deps.now();
      const workflow = await workflowStatus(client, workflowIdOfJob(job._id));
      const decision = lostRun({
        what: "job",
        workflow,
        ageMs: at.getTime() - job.createdAt.getTime(),
        cancelledBy: job.cancelledBy,
        begun: job.executionId !== null,
        restartAfterMs: deps.config.reconcileAfterMs,
        giveUpAfterMs,
      });
      if (decision.action === "wait") continue;
      if (decision.action === "start") {
        // Since it was listed, somebody may have cancelled it and closed it for want of a workflow.
        if (!(await models.jobs.exists({ _id: job._id, status: { $in: OPEN_JOB }, cancelledBy: null }))) continue;
        await startJobWorkflow(client, deps.queues, {
          jobId: job._id,
          kind: job.kind,
          projectId: job.projectId,
          projectSlug: job.projectSlug,
          environment: job.environment,
        });
        await models.jobs.updateOne({ _id: job._id, startedAt: null }, { $set: { startedAt: at } });
        if (await models.jobs.exists({ _id: job._id, cancelledBy: { $ne: null } }))
          await client.workflow.getHandle(workflowIdOfJob(job._id)).cancel();
        log("warn", "a job without a workflow was started", { jobId: job._id });
        counts.restarted += 1;
        continue;
      }
      const cancelled = workflow === "CANCELLED" || (workflow === null && job.cancelledBy !== null);
      const end = { status: cancelled ? ("cancelled" as const) : ("failed" as const), error: decision.reason };
      if (!(await closeJob(models, job._id, end, at))) continue;
      log("warn", "a job was closed", { jobId: job._id, reason: decision.reason });
      counts.closed += 1;
    } catch (error) {
      log("warn", "a job could not be reconciled", { jobId: job._id, error: messageOf(error) });
    }
  }
  return counts;
}
