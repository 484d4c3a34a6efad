// Cancels an async job: who asked is written first, then the workflow is told; a job without a workflow is closed here.
import { ProductError } from "../../../domain/errors.ts";
import { isJobOver, type JobStatus, OPEN_JOB } from "../../../domain/jobs/kinds.ts";
import { closeJob } from "../../../models/jobs.ts";
import { describeCaller, requireRight } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { findJob } from "./findJob.ts";

export type CancelledJob = { jobId: string; status: JobStatus; message: string };

/**
 * Asks a job to stop; it ends `cancelled`. Asking again while it stops is harmless. Throws conflict when it has ended, and
 * unavailable when the engine cannot be told (then the same call again will do).
 */
export async function cancelJob(ctx: OperationContext, caller: Caller, jobId: string): Promise<CancelledJob> {
  requireRight(caller, "mcpWrite");
  const job = await findJob(ctx, caller, jobId);
  if (isJobOver(job.status)) throw ended(jobId, job.status);
  const who = describeCaller(caller);
  const first = await ctx.models.jobs.updateOne(
    { _id: jobId, status: { $in: OPEN_JOB }, cancelledBy: null },
    { $set: { cancelledBy: who } },
  );
  if ((await ctx.engine.cancelJob(jobId)) === "missing")
    await closeJob(
      ctx.models,
      jobId,
      { status: "cancelled", error: `cancelled by ${job.cancelledBy ?? who}` },
      ctx.now(),
    );
  const after = await findJob(ctx, caller, jobId);
  // It finished on its own in the meantime: nothing was cancelled.
  if (after.status === "completed" || after.status === "failed") throw ended(jobId, after.status);
  if (first.modifiedCount > 0) await recordAudit(ctx, caller, "job.cancel", jobId);
  const message = after.status === "cancelled" ? "The job was cancelled." : "The job is being cancelled.";
  return { jobId, status: after.status, message };
}

function ended(jobId: string, status: string): ProductError {
  return new ProductError("conflict", `Job "${jobId}" has already ended: its status is ${status}.`, { status });
}
