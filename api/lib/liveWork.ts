// Current state of a run or a job: the stored state plus live progress from its workflow. Closes the work if its workflow ended without
// storing a result.
import { giveUpAfter, lostWork } from "../../domain/durable/lost.ts";
import type { WorkProgress } from "../../domain/durable/progress.ts";
import { idOf, isOver, type WorkKind, type WorkRef } from "../../domain/durable/work.ts";
import type { ObservedWork, RunEngine } from "../../domain/engine.ts";
import { messageOf } from "../../domain/errors.ts";
import { FULL_AUDIT } from "../../domain/runTypes.ts";
import type { Job } from "../../models/jobs/schema.ts";
import { broughtBy, findRestore } from "../../models/restores/queries.ts";
import type { Run } from "../../models/runs/schema.ts";
import { closeLost } from "../../models/work/closeLost.ts";
import { findWork } from "../../models/work/queries.ts";
import type { OperationContext } from "./context.ts";
import { workerWait, workerWaitOfJob } from "./workerWaits.ts";

/** How long a read waits for live progress; the stored state is at most seconds old anyway. */
const DEADLINE_MS = 1_000;

type WorkOf = { run: Run; job: Job };

/** `stale`: Temporal did not answer, so this is the last stored state. */
export type LiveWork<D> = { work: D; progress: WorkProgress; stale: boolean };

/** Pending queries by engine and work. */
const asked = new WeakMap<RunEngine, Map<string, Promise<ObservedWork>>>();

/**
 * Reads of the same work at the same time share one query, because Temporal runs the queries of a workflow one after the other, and
 * hundreds of pages and pipelines may look at one run.
 */
function observe(engine: RunEngine, ref: WorkRef): Promise<ObservedWork> {
  const open = asked.get(engine) ?? new Map<string, Promise<ObservedWork>>();
  asked.set(engine, open);
  const key = `${ref.kind} ${ref.id}`;
  const found = open.get(key);
  if (found) return found;
  const answer = engine.observe(ref, DEADLINE_MS).finally(() => open.delete(key));
  open.set(key, answer);
  return answer;
}

/** Returns the current state. If no worker is available to open the work's pages, the phase says that it is waiting for one. */
export async function liveWork<K extends WorkKind>(
  ctx: OperationContext,
  kind: K,
  work: WorkOf[K],
): Promise<LiveWork<WorkOf[K]>> {
  const live = await observedWork(ctx, kind, work);
  // Failures are ignored because the wait is only additional information.
  const wait = await waitOf(ctx, kind, live).catch(() => null);
  return wait === null ? live : { ...live, progress: { ...live.progress, phase: `${live.progress.phase}, ${wait}` } };
}

async function waitOf<K extends WorkKind>(
  ctx: OperationContext,
  kind: K,
  { work, progress }: LiveWork<WorkOf[K]>,
): Promise<string | null> {
  if (isOver(kind, work.status)) return null;
  return kind === "run" ? workerWait(ctx, work as Run, progress) : workerWaitOfJob(ctx, work as Job, progress);
}

/**
 * Queries the workflow of work that has not ended. If the workflow was terminated, timed out or failed, the work is closed here, as the
 * reconciler would: the first end counts, and later writes of the workflow change nothing.
 */
async function observedWork<K extends WorkKind>(
  ctx: OperationContext,
  kind: K,
  work: WorkOf[K],
): Promise<LiveWork<WorkOf[K]>> {
  const { phase, done, total } = work.progress;
  const written = { work, progress: { phase, done, total }, stale: false };
  // A workflow that Temporal has not accepted yet cannot answer.
  if (isOver(kind, work.status) || (work.startedAt === null && work.executionId === null)) return written;
  const ref = { kind, id: work._id };
  try {
    const { workflow, progress: live } = await observe(ctx.engine, ref);
    if (live) return { ...written, progress: { phase: live.phase, done: live.done, total: live.total } };
    const at = ctx.now();
    const decision = lostWork({
      kind,
      workflow,
      cancelledBy: work.cancelledBy,
      begun: work.executionId !== null,
      ageMs: at.getTime() - work.createdAt.getTime(),
      restartAfterMs: ctx.config.reconcileAfterMs,
      giveUpAfterMs: giveUpAfter(work),
      restoredFrom: broughtBy(await findRestore(ctx.models), work.createdAt),
    });
    // The parts of a full audit must end first; the reconciler takes care of that.
    if (decision.action !== "close" || ("type" in work && work.type === FULL_AUDIT)) return written;
    const { reason, cancelled } = decision;
    if (await closeLost(ctx.models, ref, { reason, cancelled, at }))
      ctx.log("warn", `a ${kind} was closed`, { ...idOf(ref), reason });
    const ended = ((await findWork(ctx.models, kind, work._id)) ?? work) as WorkOf[K];
    return { ...written, work: ended, progress: ended.progress };
  } catch (error) {
    ctx.log("warn", "no live progress", { ...idOf(ref), reason: messageOf(error) });
    return { ...written, stale: true };
  }
}
