// Waits until a job ends, so that agents do not have to poll.
import { isOver } from "../../../domain/durable/work.ts";
import { statusOfJob } from "../../../models/jobs/queries.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { pollUntil } from "../../lib/pollUntil.ts";
import { findJob } from "./findJob.ts";
import { type JobReading, readJob } from "./readJob.ts";

/** Returns the state of the job once it has ended, `maxWaitMs` have passed or `signal` is aborted. */
export async function waitForJob(
  ctx: OperationContext,
  caller: Caller,
  { jobId, maxWaitMs }: { jobId: string; maxWaitMs: number },
  signal: AbortSignal,
): Promise<JobReading> {
  if (maxWaitMs > 0) {
    // Refuses unknown jobs and jobs of others before waiting.
    await findJob(ctx, caller, jobId);
    // A deleted job counts as ended.
    const over = async () => isOver("job", (await statusOfJob(ctx.models, jobId)) ?? "");
    await pollUntil(over, { maxWaitMs, signal });
  }
  return readJob(ctx, caller, jobId);
}
