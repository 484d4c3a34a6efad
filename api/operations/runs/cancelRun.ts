// Cancels a run: who asked is written first, then the workflow is told; a run without a workflow is closed here.
import { ProductError } from "../../../domain/errors.ts";
import { closeRun } from "../../../models/runs.ts";
import { describeCaller, requireRunRight } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { findRun } from "./findRun.ts";

export type CancelledRun = { runId: string; status: "running" | "failed"; message: string };

/**
 * Asks a running run to stop; it ends `failed` with "cancelled by …". Asking again while it stops is harmless.
 * Throws conflict when it has ended, and unavailable when the engine cannot be told (then the same call again will do).
 */
export async function cancelRun(ctx: OperationContext, caller: Caller, runId: string): Promise<CancelledRun> {
  requireRunRight(caller);
  const run = await findRun(ctx, caller, runId);
  if (run.status !== "running") throw ended(runId, run.status);
  const who = describeCaller(caller);
  const first = await ctx.models.runs.updateOne(
    { _id: runId, status: "running", cancelledBy: null },
    { $set: { cancelledBy: who } },
  );
  // The runs of a full audit are cancelled with it, and by the same person.
  if (run.type === "full-suite")
    await ctx.models.runs.updateMany(
      { parentRunId: runId, status: "running", cancelledBy: null },
      { $set: { cancelledBy: who } },
    );
  if ((await ctx.engine.cancel(runId)) === "missing") {
    const by = (await ctx.models.runs.findOne({ _id: runId }, { cancelledBy: 1 }).lean())?.cancelledBy ?? who;
    await closeRun(ctx.models, { runId, status: "failed", error: `cancelled by ${by}`, at: ctx.now() });
  }
  const after = await findRun(ctx, caller, runId);
  // It finished on its own in the meantime: nothing was cancelled.
  if (after.status === "completed") throw ended(runId, after.status);
  if (first.modifiedCount > 0) await recordAudit(ctx, caller, "run.cancel", runId);
  return {
    runId,
    status: after.status,
    message:
      after.status === "failed"
        ? `The run was ${(after.error ?? "cancelled").replace(/\.$/, "")}.`
        : "The run is being cancelled.",
  };
}

function ended(runId: string, status: string): ProductError {
  return new ProductError("conflict", `Run "${runId}" has already ended: its status is ${status}.`, { status });
}
