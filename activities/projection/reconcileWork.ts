// One round over all runs, or all jobs, that have not ended: each is compared with its workflow, and started again or closed.
import { giveUpAfter, lostWork } from "../../domain/durable/lost.ts";
import { idOf, WORK, type WorkKind, type WorkRef } from "../../domain/durable/work.ts";
import { messageOf } from "../../domain/errors.ts";
import { broughtBy, findRestore } from "../../models/restores/queries.ts";
import { findWork, isWanted, markStarted, unfinishedWork, type WorkDocument } from "../../models/work/queries.ts";
import type { ReconcileDeps } from "../deps.ts";
import { workflowStatus } from "./workflowStatus.ts";

/** What differs between runs and jobs. */
export type Reconciled<D> = {
  /** Starts the workflow, once. */
  start(work: D): Promise<void>;
  /** Returns why work without a workflow must no longer be started; null: it may be. */
  orphaned(work: D): Promise<string | null>;
  /** Closes it; "later": part of it is still running. Returns whether this call closed it. */
  close(work: D, end: { reason: string; cancelled: boolean; at: Date }): Promise<boolean | "later">;
};

export type Reconciliation = { restarted: number; closed: number };

export async function reconcileWork<K extends WorkKind>(
  deps: ReconcileDeps,
  kind: K,
  rules: Reconciled<Awaited<ReturnType<typeof findWork<K>>> & WorkDocument>,
): Promise<Reconciliation> {
  const counts: Reconciliation = { restarted: 0, closed: 0 };
  const restore = await findRestore(deps.models);
  for await (const work of unfinishedWork(deps.models, kind)) {
    const ref = { kind, id: work._id };
    try {
      const done = await reconcileOne(deps, ref, { work, restoredFrom: broughtBy(restore, work.createdAt) }, rules);
      if (done !== null) counts[done] += 1;
    } catch (error) {
      // A failing one must not prevent the others from being checked.
      deps.log("warn", `a ${kind} could not be reconciled`, { ...idOf(ref), error: messageOf(error) });
    }
  }
  return counts;
}

async function reconcileOne<D extends WorkDocument>(
  { models, client, log, config, now }: ReconcileDeps,
  ref: WorkRef,
  { work, restoredFrom }: { work: D; restoredFrom: Date | null },
  rules: Reconciled<D>,
): Promise<keyof Reconciliation | null> {
  const { kind, id } = ref;
  const at = now();
  const workflowId = WORK[kind].workflowId(id);
  const decision = lostWork({
    kind,
    workflow: await workflowStatus(client, workflowId),
    ageMs: at.getTime() - work.createdAt.getTime(),
    cancelledBy: work.cancelledBy,
    begun: work.executionId !== null,
    restartAfterMs: config.reconcileAfterMs,
    giveUpAfterMs: giveUpAfter(work),
    restoredFrom,
  });
  if (decision.action === "wait") return null;
  if (decision.action === "cancel") {
    await client.workflow.getHandle(workflowId).cancel();
    return null;
  }
  const orphaned = decision.action === "start" ? await rules.orphaned(work) : null;
  if (decision.action === "start" && orphaned === null) {
    // Since it was listed, it may have been cancelled, and closed because it had no workflow.
    if (!(await isWanted(models, ref))) return null;
    await rules.start(work);
    await markStarted(models, kind, id, at);
    // A cancellation that arrived before the workflow existed had nothing to signal.
    if ((await findWork(models, kind, id))?.cancelledBy != null) await client.workflow.getHandle(workflowId).cancel();
    log("warn", `a ${kind} without a workflow was started`, idOf(ref));
    return "restarted";
  }
  const end =
    decision.action === "close"
      ? { reason: decision.reason, cancelled: decision.cancelled }
      : { reason: orphaned ?? "", cancelled: false };
  const closed = await rules.close(work, { ...end, at });
  if (closed === "later") return null;
  if (closed) log("warn", `a ${kind} was closed`, { ...idOf(ref), reason: end.reason });
  return closed ? "closed" : null;
}
