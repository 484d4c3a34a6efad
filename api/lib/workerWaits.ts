// Whether a run waits because nobody does its work: no worker at its location, or none at all. Said in its status, behind the phase.
import { STAGES } from "../../domain/audit/stages.ts";
import { serves } from "../../domain/locations.ts";
import { auditPillarOf, FULL_AUDIT } from "../../domain/runTypes.ts";
import type { QueueRole } from "../../domain/workflowNames.ts";
import type { Run } from "../../models/runs/schema.ts";
import { presentWorkers } from "../../models/workerPresence/queries.ts";
import type { WorkerPresence } from "../../models/workerPresence/schema.ts";
import type { OperationContext } from "./context.ts";

type Ctx = Pick<OperationContext, "models" | "now">;

/** Many look at the status of runs: they share one look at the workers. */
const SHARED_MS = 2_000;
const shared = new WeakMap<object, { from: number; workers: Promise<WorkerPresence[]> }>();

function workersNow(ctx: Ctx): Promise<WorkerPresence[]> {
  const at = ctx.now().getTime();
  const last = shared.get(ctx);
  const age = last === undefined ? Number.POSITIVE_INFINITY : at - last.from;
  if (last && age >= 0 && age < SHARED_MS) return last.workers;
  // A query runs each time that somebody waits for it.
  const workers = Promise.resolve(presentWorkers(ctx.models, new Date(at)));
  shared.set(ctx, { from: at, workers });
  workers.catch(() => shared.delete(ctx));
  return workers;
}

/** The role that opens the run's pages; null: it opens none itself. */
function roleOf({ type, upload }: Pick<Run, "type" | "upload">): QueueRole | null {
  if (upload || type === FULL_AUDIT) return null;
  const pillar = auditPillarOf(type);
  return pillar === null ? "browser" : STAGES[pillar].queue;
}

/**
 * What a run that has not ended waits for, in words; null: nothing of the kind. Where no worker reports at all, that is the state of
 * the service and not of the run, unless it asks for a place.
 */
export async function workerWait(
  ctx: Ctx,
  run: Pick<Run, "type" | "upload" | "location" | "status">,
  { done, total }: { done: number; total: number },
): Promise<string | null> {
  const role = roleOf(run);
  if (run.status !== "running" || role === null || (total > 0 && done >= total)) return null;
  const location = run.location ?? null;
  const workers = await workersNow(ctx);
  if ((location === null && workers.length === 0) || workers.some((worker) => serves(worker, role, location)))
    return null;
  return location === null ? `waiting for a ${role} worker` : `waiting for a worker in ${location}`;
}
