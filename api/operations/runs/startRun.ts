// Starts a run of one pillar.

import { pageChoiceProblem } from "../../../domain/audit/pageChoice.ts";
import { PILLAR_NAME, type Pillar } from "../../../domain/audit/pillars.ts";
import { canVisitSites, pagesOfRun } from "../../../domain/audit/sitePages.ts";
import { fieldError, ProductError } from "../../../domain/errors.ts";
import { given } from "../../../domain/given.ts";
import { PLAN_LIMITS, plansWith } from "../../../domain/plans.ts";
import { pillarOf, RUN_TYPE_OF, type StartType } from "../../../domain/runTypes.ts";
import { requireRunRight, resolveProject } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { beginRun } from "./beginRun.ts";
import { planOf } from "./quota.ts";
import type { RunInput, StartedRun } from "./runInput.ts";

export type StartRunInput = RunInput & { project?: string; type?: StartType };

/** Starts a run and returns immediately; see `beginRun`. Throws `plan_gate` if the organisation's plan locks the pillar. */
export async function startRun(ctx: OperationContext, caller: Caller, input: StartRunInput): Promise<StartedRun> {
  requireRunRight(caller);
  const project = await resolveProject(ctx, caller, input.project);
  const type = RUN_TYPE_OF[input.type ?? "test"];
  const pillar = pillarOf(type);
  if (pillar) await requirePillars(ctx, caller.orgId, [pillar]);
  requirePages(input, canVisitSites(pillar));
  const { settings } = project;
  const pages = pagesOfRun({ pillar, settings, asked: input.pages, scenarios: input.scenarios });
  return beginRun(ctx, caller, input, { project, type, pages, body: input });
}

/** Throws `validation_error` if the run cannot visit the requested pages. */
export function requirePages({ pages: asked, scenarios }: RunInput, audited: boolean): void {
  const message = pageChoiceProblem({ asked, scenarios, audited });
  if (message !== null) throw fieldError("pages", message);
}

/** Throws `plan_gate` if one of the pillars is locked. */
export async function requirePillars(ctx: OperationContext, orgId: string, pillars: readonly Pillar[]): Promise<void> {
  const locked = await lockedPillar(ctx, orgId, pillars);
  if (locked !== null) throw new ProductError("plan_gate", locked);
}

/** Returns a sentence on the first of the pillars that the organisation's plan locks, with the plans that include it; null if none is locked. */
export async function lockedPillar(
  ctx: OperationContext,
  orgId: string,
  pillars: readonly Pillar[],
): Promise<string | null> {
  const plan = await planOf(ctx, orgId);
  const locked = pillars.find((pillar) => !PLAN_LIMITS[plan].pillars.includes(pillar));
  if (locked === undefined) return null;
  const unlocking = plansWith(locked).join(", ");
  return `${PILLAR_NAME[locked]} audits are not part of the ${plan} plan; the plans with them: ${unlocking}.`;
}

/** Returns the response body of a CI trigger. */
export function startedRunView({ environmentId, environmentName, ...run }: StartedRun) {
  return {
    success: true,
    runId: run.runId,
    projectId: run.projectId,
    type: run.type,
    ...(environmentId && environmentName ? { environmentId, environmentName } : {}),
    statusUrl: run.statusUrl,
    message: run.message,
    ...given({ started: run.started }),
  };
}
