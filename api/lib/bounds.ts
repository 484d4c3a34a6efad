// Limits on an organisation's projects, open runs and queued shots, checked before another one is stored.
import { overload, retryAfterMs } from "../../domain/durable/load.ts";
import { ProductError } from "../../domain/errors.ts";
import { isJobId } from "../../domain/ids.ts";
import { PLAN_LIMITS } from "../../domain/plans.ts";
import { plural } from "../../domain/text.ts";
import { admit, openWork, projectCount } from "../../models/bookkeeping/admissions.ts";
import { planOfOrganisation } from "../../models/organisations/queries.ts";
import { loadOf, openPageJobs } from "../../models/work/load.ts";
import type { OperationContext } from "./context.ts";

type Asking = Pick<OperationContext, "models" | "now">;
type AskingRun = Asking & { config: Pick<OperationContext["config"], "maxQueueHours"> };

/** Throws plan_gate if the organisation already has as many projects as its plan allows. */
export async function admitProject({ models, now }: Asking, orgId: string, projectId: string): Promise<void> {
  const { plan, limits } = await limitsOf({ models }, orgId);
  if (limits.projects === null) return;
  const { projects } = limits;
  const letIn = await admit(models, { orgId, what: "projects", id: projectId, at: now() }, async (pending) => {
    return (await projectCount(models, orgId, pending)) < projects;
  });
  if (!letIn)
    throw new ProductError(
      "plan_gate",
      `The ${plan} plan allows ${projects} projects, and the organisation already has that many.`,
    );
}

/** `id`: id of the work that is about to be stored. `location`: location of its browsers; null or missing if any will do. */
export type Asked = { id: string; location?: string | null };

/**
 * Throws rate_limit if too many of the organisation's runs have not ended, if too many of their parts are waiting, or if its location has
 * more work than the workers there can do in acceptable time. `retryAfterMs` is derived from the speed of the workers.
 */
export async function admitRun(ctx: AskingRun, orgId: string, asked: Asked): Promise<void> {
  await admitWork(ctx, orgId, asked, "run");
}

/** The same for a job that opens pages itself: it is counted in addition to the open runs, but does not use up a run's place. */
export async function admitJob(ctx: AskingRun, orgId: string, asked: Asked): Promise<void> {
  await admitWork(ctx, orgId, asked, "job");
}

async function admitWork(
  ctx: AskingRun,
  orgId: string,
  { id, location = null }: Asked,
  kind: "run" | "job",
): Promise<void> {
  const { models, now, config } = ctx;
  const load = await loadOf(models, now(), location || null);
  const over = overload(load, config.maxQueueHours);
  if (over) {
    const [where, workers] = location ? [` in ${location}`, "the workers there"] : ["", "the workers that run"];
    throw new ProductError(
      "rate_limit",
      `${load.queued} screenshots and pages wait${where}, about ${over.waitHours} hours of work for ${workers}: a new ${kind} would wait longer than ${config.maxQueueHours} hours. Try again later, or start more workers.`,
      { retryAfterMs: over.retryAfterMs },
    );
  }
  const { plan, limits } = await limitsOf({ models }, orgId);
  const { openRuns, queuedShots } = limits;
  let full = "";
  let excess = 0;
  const letIn = await admit(models, { orgId, what: "runs", id, at: now() }, async (pending) => {
    const waiting = new Set(pending.filter(isJobId));
    const open = await openWork(
      models,
      orgId,
      pending.filter((one) => !isJobId(one)),
    );
    const jobs = kind === "job" ? (await openPageJobs(models, orgId, waiting)) + waiting.size : 0;
    // The work of one run, or the work above the limit; divided by the workers' speed below.
    excess = open.runs + jobs >= openRuns ? open.parts / Math.max(1, open.runs) : open.parts - queuedShots;
    if (open.runs + jobs >= openRuns)
      full = `${open.runs} runs${kind === "job" ? ` and ${plural(jobs, "job")}` : ""} of the organisation have not ended, and the ${plan} plan allows ${openRuns}.`;
    else if (open.parts >= queuedShots)
      full = `${open.parts} screenshots and pages of the organisation's runs wait, and the ${plan} plan allows ${queuedShots}.`;
    else return true;
    return false;
  });
  if (!letIn)
    throw new ProductError("rate_limit", `${full} Try again when some have ended.`, {
      retryAfterMs: retryAfterMs(excess, load.aSecond),
    });
}

async function limitsOf({ models }: Pick<OperationContext, "models">, orgId: string) {
  const plan = (await planOfOrganisation(models, orgId)) ?? "enterprise";
  return { plan, limits: PLAN_LIMITS[plan] };
}
