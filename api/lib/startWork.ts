// How a run or a job starts: its document is there, its workflow comes now. Refusals name what is kept.
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
  /** What a refusal says of it, beside its id: where its status is, and how to read it. */
  kept: { details: Record<string, string>; read: string };
  /** For the audit log. */
  audit: Record<string, unknown>;
  start(): Promise<void>;
  cancel(): Promise<unknown>;
  /** Before the error of a start that failed is thrown. `away`: the work is kept, and starts later. */
  failed?(away: boolean): Promise<void>;
  /** Once for each start, whoever of several equal callers notes it. */
  started?(): void;
};

/**
 * Starts the workflow and notes it. Throws unavailable, with the ids of what is kept, when the durable engine is unavailable: the
 * reconciler starts the work later, and the same call again means it.
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
  // Losing this note is harmless: the reconciler starts the same workflow again in vain. Of several equal calls one writes it.
  const noted = await optional(ctx, `start of a ${kind} not noted`, idOf(work), () =>
    markStarted(ctx.models, kind, id, ctx.now()),
  );
  if (!noted) return;
  // A cancel that came before the workflow was there found nothing to tell.
  if (noted.cancelledBy !== null)
    await optional(ctx, `cancelled ${kind} still started`, idOf(work), () => work.cancel());
  work.started?.();
  await recordAudit(ctx, caller, `${kind}.start`, id, work.audit);
}

/** Whether the durable engine was away, so that what was written may start by itself. */
const isAway = (error: unknown): error is ProductError => error instanceof ProductError && error.code === "unavailable";

/** The same refusal, with the ids of what is kept and with what will become of it. */
function keptStart(error: ProductError, { kind, id, kept }: WorkToStart): ProductError {
  const name = kind === "run" ? "Run" : "Job";
  const minutes = GIVE_UP_AFTER_MS / 60_000;
  const message = `${error.message} ${name} ${id} is stored and starts automatically if Temporal is back within ${minutes} minutes, otherwise it fails: read ${kept.read}. The same call again returns the same ${kind}.`;
  const details = { ...error.details, ...idOf({ kind, id }), ...kept.details };
  return new ProductError(error.code, message, details, { recoverable: error.recoverable });
}
