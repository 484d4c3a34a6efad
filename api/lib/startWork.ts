// Starts the workflow of a run or a job that is already stored. Errors name what is stored.
import { GIVE_UP_AFTER_MS } from "../../domain/durable/lost.ts";
import { idOf, type WorkKind } from "../../domain/durable/work.ts";
import { ProductError } from "../../domain/errors.ts";
import { markStarted } from "../../models/work/queries.ts";
import { recordAudit } from "./auditLog.ts";
import type { Caller, OperationContext } from "./context.ts";
import { optional } from "./optional.ts";

export type WorkToStart = {
  kind: WorkKind;
  id: string;
  /** What the error of a failed start adds to the id: where the status is, and how to read it. */
  kept: { details: Record<string, string>; read: string };
  /** Details of the audit log entry. */
  audit: Record<string, unknown>;
  start(): Promise<void>;
  cancel(): Promise<unknown>;
  /** Called before the error of a failed start is thrown. `away`: the work is stored and starts later. */
  failed?(away: boolean): Promise<void>;
  /** Called once per start, by the one of several equal calls that records it. */
  started?(): void;
};

/**
 * Starts the workflow and records the start. Throws unavailable, with the ids of the stored work, if the durable engine is unavailable:
 * the reconciler then starts the work later, and repeating the call refers to the same work.
 */
export async function startWork(ctx: OperationContext, caller: Caller, work: WorkToStart): Promise<void> {
  const { kind, id } = work;
  try {
    await work.start();
  } catch (error) {
    const away = isAway(error);
    await work.failed?.(away);
    throw away ? keptStart(error, work) : error;
  }
  // Losing this record is harmless: the reconciler starts the same workflow again, which has no effect. Of several equal calls, one writes
  // it.
  const noted = await optional(ctx, `start of a ${kind} not noted`, idOf(work), () =>
    markStarted(ctx.models, kind, id, ctx.now()),
  );
  if (!noted) return;
  // A cancellation that arrived before the workflow existed had nothing to cancel.
  if (noted.cancelledBy !== null)
    await optional(ctx, `cancelled ${kind} still started`, idOf(work), () => work.cancel());
  work.started?.();
  await recordAudit(ctx, caller, `${kind}.start`, id, work.audit);
}

/** Whether the engine was unavailable, so that the stored work may start automatically. */
export const isAway = (error: unknown): error is ProductError =>
  error instanceof ProductError && error.code === "unavailable";

/** Returns the same error with the ids of the stored work and what will happen to it. */
function keptStart(error: ProductError, { kind, id, kept }: WorkToStart): ProductError {
  const name = kind === "run" ? "Run" : "Job";
  const minutes = GIVE_UP_AFTER_MS / 60_000;
  const message = `${error.message} ${name} ${id} is stored and starts automatically if Temporal is back within ${minutes} minutes, otherwise it fails: read ${kept.read}. The same call again returns the same ${kind}.`;
  const details = { ...error.details, ...idOf({ kind, id }), ...kept.details };
  return new ProductError(error.code, message, details, { recoverable: error.recoverable });
}
