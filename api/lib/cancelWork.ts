// Cancels a run or a job: records the caller first, then cancels the workflow; work without a workflow is closed here.
import { cancelledBy } from "../../domain/durable/end.ts";
import { isOver, WORK, type WorkKind } from "../../domain/durable/work.ts";
import { ProductError } from "../../domain/errors.ts";
import { markCancelled, type WorkDocument } from "../../models/work/queries.ts";
import { describeCaller } from "./access.ts";
import { recordAudit } from "./auditLog.ts";
import type { Caller, OperationContext } from "./context.ts";
import { isAway } from "./startWork.ts";

export type WorkToCancel<D> = {
  kind: WorkKind;
  id: string;
  /** Reads the work as the caller may see it; throws not_found. */
  find(): Promise<D>;
  /** Asks the workflow to cancel. */
  tell(): Promise<"requested" | "missing">;
  /** Ends work that has no workflow. */
  close(error: string): Promise<unknown>;
  /** Records the caller for the parts of the work, before the workflow is cancelled. */
  markParts?(work: D, who: string): Promise<void>;
};

/**
 * Returns the work after the cancellation. Calling it again while the work is stopping is harmless. If the engine cannot be reached, work
 * that waits for it is closed instead of started, and the reconciler repeats the request for work that has started. Throws conflict if the
 * work has already ended.
 */
export async function cancelWork<D extends Pick<WorkDocument, "status" | "cancelledBy">>(
  ctx: OperationContext,
  caller: Caller,
  work: WorkToCancel<D>,
): Promise<D> {
  const { kind, id } = work;
  const before = await work.find();
  if (isOver(kind, before.status)) throw hasEnded(kind, id, before.status);
  const who = describeCaller(caller);
  const first = await markCancelled(ctx.models, { kind, id }, who);
  await work.markParts?.(before, who);
  if (first) await recordAudit(ctx, caller, `${kind}.cancel`, id);
  const told = await work.tell().catch((error: unknown) => {
    if (isAway(error)) return "requested" as const;
    throw error;
  });
  if (told === "missing") await work.close(cancelledBy((await work.find()).cancelledBy ?? who));
  const after = await work.find();
  // The work ended by itself in the meantime, so nothing was cancelled.
  if (isOver(kind, after.status) && after.status !== WORK[kind].cancelledAs) throw hasEnded(kind, id, after.status);
  return after;
}

function hasEnded(kind: WorkKind, id: string, status: string): ProductError {
  const name = kind === "run" ? "Run" : "Job";
  return new ProductError("conflict", `${name} "${id}" has already ended: its status is ${status}.`, { status });
}
