// How a run or a job is cancelled: the caller is recorded first, then the workflow is cancelled; work without a workflow is closed here.
import { cancelledBy } from "../../domain/durable/end.ts";
import { isOver, WORK, type WorkKind } from "../../domain/durable/work.ts";
import { ProductError } from "../../domain/errors.ts";
import { markCancelled, type WorkDocument } from "../../models/work/queries.ts";
import { describeCaller } from "./access.ts";
import { recordAudit } from "./auditLog.ts";
import type { Caller, OperationContext } from "./context.ts";

export type WorkToCancel<D> = {
  kind: WorkKind;
  id: string;
  /** Reads it as the caller may see it; throws not_found. */
  find(): Promise<D>;
  /** Asks the workflow to cancel. */
  tell(): Promise<"requested" | "missing">;
  /** Ends work that has no workflow. */
  close(error: string): Promise<unknown>;
  /** Before the workflow is cancelled: records the caller for the parts of the work. */
  markParts?(work: D, who: string): Promise<void>;
};

/**
 * Answers how the work stands afterwards. Asking again while it stops is harmless. Throws conflict when it has ended, and
 * unavailable when the engine cannot be told (then the same call again will do).
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
  if ((await work.tell()) === "missing") await work.close(cancelledBy((await work.find()).cancelledBy ?? who));
  const after = await work.find();
  // It ended on its own in the meantime: nothing was cancelled.
  if (isOver(kind, after.status) && after.status !== WORK[kind].cancelledAs) throw hasEnded(kind, id, after.status);
  if (first) await recordAudit(ctx, caller, `${kind}.cancel`, id);
  return after;
}

function hasEnded(kind: WorkKind, id: string, status: string): ProductError {
  const name = kind === "run" ? "Run" : "Job";
  return new ProductError("conflict", `${name} "${id}" has already ended: its status is ${status}.`, { status });
}
