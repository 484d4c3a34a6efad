// What an organisation may have of projects, open runs and queued shots, asked before one more is written.
import { ProductError } from "../../domain/errors.ts";
import { PLAN_LIMITS } from "../../domain/plans.ts";
import { admit, openWork, projectCount } from "../../models/bookkeeping/admissions.ts";
import { planOfOrganisation } from "../../models/organisations/queries.ts";
import type { OperationContext } from "./context.ts";

/** A run ends within minutes: about the time after which it is worth asking again. */
const RETRY_MS = 60_000;

type Asking = Pick<OperationContext, "models" | "now">;

/** Throws plan_gate when the organisation has as many projects as its plan allows. */
export async function admitProject({ models, now }: Asking, orgId: string, projectId: string): Promise<void> {
  const { plan, limits } = await limitsOf({ models }, orgId);
  if (limits.projects === null) return;
  const { projects } = limits;
  const letIn = await admit(models, { orgId, what: "projects", id: projectId, at: now() }, async (pending) => {
    return (await projectCount(models, orgId, pending)) < projects;
  });
  if (!letIn)
    throw new ProductError("plan_gate", `The ${plan} plan allows ${projects} projects, and the organisation has them.`);
}

/** Throws rate_limit when too many of the organisation's runs have not ended, or too much in them waits. */
export async function admitRun({ models, now }: Asking, orgId: string, runId: string): Promise<void> {
  const { plan, limits } = await limitsOf({ models }, orgId);
  const { openRuns, queuedShots } = limits;
  let full = "";
  const letIn = await admit(models, { orgId, what: "runs", id: runId, at: now() }, async (pending) => {
    const open = await openWork(models, orgId, pending);
    if (open.runs >= openRuns)
      full = `${open.runs} runs of the organisation have not ended, and the ${plan} plan allows ${openRuns}.`;
    else if (open.parts >= queuedShots)
      full = `${open.parts} screenshots and pages of the organisation's runs wait, and the ${plan} plan allows ${queuedShots}.`;
    else return true;
    return false;
  });
  if (!letIn)
    throw new ProductError("rate_limit", `${full} Try again when some have ended.`, { retryAfterMs: RETRY_MS });
}

async function limitsOf({ models }: Pick<OperationContext, "models">, orgId: string) {
  const plan = (await planOfOrganisation(models, orgId)) ?? "enterprise";
  return { plan, limits: PLAN_LIMITS[plan] };
}
