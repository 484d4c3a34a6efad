// Detects whether a run or a job waits because no worker does its work, at its location or at all. The status shows this after the phase.
import { STAGES } from "../../domain/audit/stages.ts";
import type { WorkProgress } from "../../domain/durable/progress.ts";
import { serves } from "../../domain/locations.ts";
import { auditPillarOf, FULL_AUDIT } from "../../domain/runTypes.ts";
import type { QueueRole } from "../../domain/workflowNames.ts";
import type { Job } from "../../models/jobs/schema.ts";
import { sharedRead } from "../../models/lib/sharedRead.ts";
import type { Run } from "../../models/runs/schema.ts";
import { presentWorkers } from "../../models/workerPresence/queries.ts";
import type { OperationContext } from "./context.ts";

type Ctx = Pick<OperationContext, "models" | "now">;

/** Many clients read the status of runs, so they share one read of the workers. */
const SHARED_MS = 2_000;
// `await` turns the query into a promise; otherwise it would run again each time that a caller awaits it.
const workersNow = sharedRead(SHARED_MS, async (models, now) => await presentWorkers(models, now));

/**
 * Returns the worker roles that the run still needs for its pages and for what follows the last one. Empty for a full audit, whose parts
 * report it themselves.
 */
function rolesOf(
  { type, upload }: Pick<Run, "type" | "upload">,
  { done, total }: { done: number; total: number },
): QueueRole[] {
  if (upload || type === FULL_AUDIT) return [];
  const pillar = auditPillarOf(type);
  const stages = pillar === null ? null : STAGES[pillar];
  const pages: QueueRole[] = total > 0 && done >= total ? [] : [stages?.queue ?? "browser"];
  return stages?.lighthouseSeo ? [...pages, "lab"] : pages;
}

/**
 * Returns what a running run waits for, in words; null if it is not waiting for a worker. If no worker reports at all, that is a problem
 * of the service rather than of the run, so null unless the run needs a location.
 */
export async function workerWait(
  ctx: Ctx,
  run: Pick<Run, "type" | "upload" | "location" | "status">,
  progress: { done: number; total: number },
): Promise<string | null> {
  const roles = rolesOf(run, progress);
  if (run.status !== "running" || roles.length === 0) return null;
  return missingWorker(ctx, roles, run.location ?? null);
}

/**
 * The same for a running job that opens pages at a location. Null if it has no location, once no pages are left, and if it is known to
 * wait for its host or its site.
 */
export async function workerWaitOfJob(
  ctx: Ctx,
  { location }: Pick<Job, "location">,
  { phase, done, total }: WorkProgress,
): Promise<string | null> {
  if (!location || (total > 0 && done >= total) || phase.includes(", waiting ")) return null;
  return missingWorker(ctx, ["browser"], location);
}

async function missingWorker(ctx: Ctx, roles: readonly QueueRole[], location: string | null): Promise<string | null> {
  const workers = await workersNow(ctx.models, ctx.now());
  if (location === null && workers.length === 0) return null;
  const missing = roles.find((role) => !workers.some((worker) => serves(worker, role, location)));
  if (missing === undefined) return null;
  return `waiting for a ${missing} worker${location === null ? "" : ` in ${location}`}`;
}
