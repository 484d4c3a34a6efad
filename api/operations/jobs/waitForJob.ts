// Waits for a job to end, so that an agent need not ask again and again.
import { isOver } from "../../../domain/durable/work.ts";
import { statusOfJob } from "../../../models/jobs/queries.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { pollUntil } from "../../lib/pollUntil.ts";
import { findJob } from "./findJob.ts";
import { type JobReading, readJob } from "./readJob.ts";

/** How the job stands when it has ended, `maxWaitMs` are over or `signal` fires. */
export async function waitForJob(
  ctx: OperationContext,
  caller: Caller,
  { jobId, maxWaitMs }: { jobId: string; maxWaitMs: number },
  signal: AbortSignal,
): Promise<JobReading> {
  if (maxWaitMs > 0) {
    // Unknown jobs, and those of others, are refused before anything is waited for.
    await findJob(ctx, caller, jobId);
    // A job that is gone is over too.
    const over = async () => isOver("job", (await statusOfJob(ctx.models, jobId)) ?? "");
    await pollUntil(over, { maxWaitMs, signal });
  }
  return readJob(ctx, caller, jobId);
}
