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
 * Asks a job to stop; it ends `cancelled`. Asking again while it stops is harmless. Throws conflict when it has ended, and
 * unavailable when the engine cannot be told (then the same call again will do).
 */
export async function cancelJob(ctx: OperationContext, caller: Caller, jobId: string): Promise<CancelledJob> {
  requireRight(caller, "mcpWrite");
  const { status } = await cancelWork(ctx, caller, {
    kind: "job",
    id: jobId,
    find: () => findJob(ctx, caller, jobId),
    // The run of a proof is cancelled with it, and by the same person.
    async markParts({ kind }, who) {
      if (kind === "tracking_prove_issue_ticket")
        await markCancelled(ctx.models, { kind: "run", id: proofRunIdOf(jobId) }, who);
    },
    tell: () => ctx.engine.cancelJob(jobId),
    close: (error) => closeJob(ctx.models, jobId, { status: "cancelled", error }, ctx.now()),
  });
  return { jobId, status, message: `The job ${status === "cancelled" ? "was" : "is being"} cancelled.` };
}
