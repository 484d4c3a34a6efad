// Cancels an async job.

import { proofRunIdOf } from "../../../domain/ids.ts";
import type { JobStatus } from "../../../domain/jobs/kinds.ts";
import { closeJob } from "../../../models/jobs/queries.ts";
import { markCancelled } from "../../../models/work/queries.ts";
import { requireRight } from "../../lib/access.ts";
import { cancelWork } from "../../lib/cancelWork.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { findJob } from "./findJob.ts";

export type CancelledJob = { jobId: string; status: JobStatus; message: string };

/**
 * Requests that a job stop; it ends as `cancelled`. Repeating the request while the job stops is harmless. Throws `conflict` if the job
 * has ended.
 */
export async function cancelJob(ctx: OperationContext, caller: Caller, jobId: string): Promise<CancelledJob> {
  requireRight(caller, "mcpWrite");
  const { status } = await cancelWork(ctx, caller, {
    kind: "job",
    id: jobId,
    find: () => findJob(ctx, caller, jobId),
    // Cancelling a proof also cancels its run, by the same person.
    async markParts({ kind }, who) {
      if (kind === "tracking_prove_issue_ticket")
        await markCancelled(ctx.models, { kind: "run", id: proofRunIdOf(jobId) }, who);
    },
    tell: () => ctx.engine.cancelJob(jobId),
    close: (error) => closeJob(ctx.models, jobId, { status: "cancelled", error }, ctx.now()),
  });
  return { jobId, status, message: `The job ${status === "cancelled" ? "was" : "is being"} cancelled.` };
}
