// Starts a full audit: every pillar that the plan includes, or those requested.
import { PILLAR_NAME, PILLAR_NEEDS, PILLARS, type Pillar } from "../../../domain/audit/pillars.ts";
import { canVisitSites } from "../../../domain/audit/sitePages.ts";
import { fieldError } from "../../../domain/errors.ts";
import { given } from "../../../domain/given.ts";
import { choosePillars } from "../../../domain/plans.ts";
import { FULL_AUDIT, TYPE_OF_PILLAR } from "../../../domain/runTypes.ts";
import { hasReadyFeature } from "../../../models/scenarioRuns/ofRun.ts";
import { requireRunRight, resolveProject } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { beginRun } from "./beginRun.ts";
import { planOf } from "./quota.ts";
import type { RunInput, StartedRun } from "./runInput.ts";
import { requirePages, requirePillars } from "./startRun.ts";

export type FullAuditInput = RunInput & { project?: string; pillars?: Pillar[] };
/** `skipped`: pillars that do not run, with the reason. Pillars requested by name are never skipped. */
export type StartedFullAudit = StartedRun & { pillars: Pillar[]; skipped: { pillar: Pillar; message: string }[] };

/** Pillars that a run type of this installation covers. */
const AVAILABLE: readonly Pillar[] = PILLARS.filter((pillar) => TYPE_OF_PILLAR[pillar] !== null);

const NO_FEATURE = "The project has no feature that is ready to be run.";

/** Throws `plan_gate` if a requested pillar is locked, and `validation_error` if it is not available. */
export async function startFullAudit(
  ctx: OperationContext,
  caller: Caller,
  input: FullAuditInput,
): Promise<StartedFullAudit> {
  requireRunRight(caller);
  const project = await resolveProject(ctx, caller, input.project);
  if (input.pillars) await requirePillars(ctx, caller.orgId, input.pillars);
  const plan = await planOf(ctx, caller.orgId);
  const chosen = choosePillars(plan, AVAILABLE, input.pillars);
  // A project without ready features is audited without the pillars that need them.
  const idle = (await hasReadyFeature(ctx.models, project._id))
    ? []
    : PILLARS.filter((pillar) => PILLAR_NEEDS[pillar] === "features");
  if (input.pillars && chosen.run.some((pillar) => idle.includes(pillar))) throw fieldError("pillars", NO_FEATURE);
  const run = chosen.run.filter((pillar) => !idle.includes(pillar));
  const missing = input.pillars && chosen.skipped[0];
  if (missing)
    throw fieldError(
      "pillars",
      `${PILLAR_NAME[missing.pillar]} is not available on this installation; available: ${AVAILABLE.join(", ")}.`,
    );
  const skipped = [
    ...chosen.skipped.map(({ pillar, reason }) => ({
      pillar,
      message:
        reason === "locked"
          ? `${PILLAR_NAME[pillar]} is not part of the ${plan} plan.`
          : `${PILLAR_NAME[pillar]} is not available on this installation.`,
    })),
    ...chosen.run.filter((pillar) => idle.includes(pillar)).map((pillar) => ({ pillar, message: NO_FEATURE })),
  ];
  requirePages(input, run.some(canVisitSites));
  const warnings = skipped.map(({ message }) => message);
  const started = await beginRun(ctx, caller, input, {
    project,
    type: FULL_AUDIT,
    extra: { pillars: run, named: input.pillars !== undefined, warnings, ...(input.pages && { pages: input.pages }) },
    body: input,
  });
  const { types } = started;
  const again = types ? run.filter((pillar) => types.some((type) => type === TYPE_OF_PILLAR[pillar])) : run;
  return { ...started, pillars: started.started === false ? [] : again, skipped };
}

/** Returns the response common to pillar endpoints, plus what runs and what does not. */
export function fullAuditView({ projectSlug, started, ...audit }: StartedFullAudit) {
  const { runId, message, pillars, skipped, statusUrl } = audit;
  return { success: true, message, project: projectSlug, runId, statusUrl, pillars, skipped, ...given({ started }) };
}
