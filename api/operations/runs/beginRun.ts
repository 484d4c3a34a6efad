// Common start of all runs: first the run document, then its workflow.
import { GIVE_UP_AFTER_MS } from "../../../domain/durable/lost.ts";
import { findEnvironment } from "../../../models/environments/queries.ts";
import { deleteUnstarted, keepRunFor, keptRun } from "../../../models/runs/lifecycle.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { turnOfRun } from "../../../models/runs/turn.ts";
import { callerId } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { callOf, claimedWork, hash } from "../../lib/idempotency.ts";
import { metrics } from "../../lib/metrics.ts";
import { optional } from "../../lib/optional.ts";
import { startWork } from "../../lib/startWork.ts";
import type { RunInput, RunPlan, StartedRun } from "./runInput.ts";
import { notStarted, startedView, statusUrlOf } from "./startedView.ts";
import { writeRun } from "./writeRun.ts";

/**
 * Stores and starts a run and returns immediately. Throws `unavailable` if the durable engine cannot be reached: the run is then kept,
 * named in the error and started later, and the same call again refers to it (see `findKept`).
 */
export async function beginRun(
  ctx: OperationContext,
  caller: Caller,
  input: RunInput,
  plan: RunPlan,
): Promise<StartedRun> {
  const call = callOf(ctx, caller, plan.body);
  const again = call ? await claimedWork(ctx, "run", call) : await findKept(ctx, caller, plan);
  const run = again ?? (await writeRun(ctx, caller, input, plan, call));
  if ("last" in run) return notStarted(run, plan);

  // A run that has ended since (closed by the reconciler or cancelled) is returned as it is and not started again.
  if (run.status === "running" && run.startedAt === null) {
    const { _id: runId, type, orgId, projectId, projectSlug, environmentId } = run;
    const [environment, turn] = await Promise.all([
      findEnvironment(ctx.models, environmentId, { slug: 1 }),
      turnOfRun(ctx.models, run),
    ]);
    await startWork(ctx, caller, {
      kind: "run",
      id: runId,
      kept: { details: { statusUrl: statusUrlOf(run) }, read: "its status" },
      audit: { type, project: projectSlug },
      start: () =>
        ctx.engine.start({
          runId,
          type,
          orgId,
          projectId,
          projectSlug,
          environment: environment?.slug ?? "",
          ...turn,
          ...(run.upload && { uploads: true }),
          ...(run.pages && { site: true }),
        }),
      cancel: () => ctx.engine.cancel(runId),
      // A caller with a key finds the run again by that key.
      failed: async (away) => {
        if (!call) await (away ? markKept(ctx, caller, run, plan) : forget(ctx, run));
      },
      started: () => metrics.runsStarted.inc({ type }),
    });
  }
  return startedView(run, plan.project);
}

/** Identifies a call and its retries: without an Idempotency-Key the body itself is the key. */
const callHash = (caller: Caller, { project, type, body }: RunPlan): string =>
  hash([callerId(caller), project._id, type, body]);

/**
 * Returns the run that an equal call of this caller left behind when the engine was unavailable. Clients retry after a 503, mostly without
 * an Idempotency-Key, so that run is returned as long as it has not ended and may still start.
 */
function findKept(ctx: OperationContext, caller: Caller, plan: RunPlan): Promise<Run | null> {
  const since = new Date(ctx.now().getTime() - GIVE_UP_AFTER_MS);
  return keptRun(ctx.models, { projectId: plan.project._id, keptFor: callHash(caller, plan), since });
}

/** Stored separately from what workflows write to the run; losing it costs a second run at worst. */
async function markKept(ctx: OperationContext, caller: Caller, run: Run, plan: RunPlan): Promise<void> {
  await optional(ctx, "a run that waits for Temporal is not marked", { runId: run._id }, () =>
    keepRunFor(ctx.models, run._id, callHash(caller, plan)),
  );
}

/**
 * After an unexpected error, a caller without a key cannot find the run again and will request another one. If the workflow was created
 * after all, it has either stored its execution by now and keeps the run, or finds no run and ends.
 */
async function forget(ctx: OperationContext, run: Run): Promise<void> {
  await optional(ctx, "a run that could not be started stays", { runId: run._id }, () =>
    deleteUnstarted(ctx.models, run._id),
  );
}
