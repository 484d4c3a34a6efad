// Cancels a run.
import { FULL_AUDIT } from "../../../domain/runTypes.ts";
import { markPartsCancelled } from "../../../models/runs/lifecycle.ts";
import { closeRun } from "../../../models/runs/writes.ts";
import { requireRunRight } from "../../lib/access.ts";
import { cancelWork } from "../../lib/cancelWork.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { findRun } from "./findRun.ts";

export type CancelledRun = { runId: string; status: "running" | "failed"; message: string };

/**
 * Requests that a run stop; it ends as `failed` with "cancelled by …". Repeating the request while the run stops is harmless. Throws
 * `conflict` if the run has ended.
 */
export async function cancelRun(ctx: OperationContext, caller: Caller, runId: string): Promise<CancelledRun> {
  requireRunRight(caller);
  const { models, engine } = ctx;
  const after = await cancelWork(ctx, caller, {
    kind: "run",
    id: runId,
    find: () => findRun(ctx, caller, runId),
    tell: () => engine.cancel(runId),
    close: (error) => closeRun(models, { runId, status: "failed", error, at: ctx.now() }),
    // Cancelling a full audit also cancels its runs, by the same person.
    async markParts({ type }, who) {
      if (type === FULL_AUDIT) await markPartsCancelled(models, runId, who);
    },
  });
  const failed = after.status === "failed";
  return {
    runId,
    status: failed ? "failed" : "running",
    message: failed ? `The run was ${(after.error ?? "cancelled").replace(/\.$/, "")}.` : "The run is being cancelled.",
  };
}
