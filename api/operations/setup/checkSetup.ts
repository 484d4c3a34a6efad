// Gathers the facts by which a project's setup is judged. The site is opened by a worker, from where tests will visit it.
import { ProductError } from "../../../domain/errors.ts";
import { scopeAllows } from "../../../domain/keys.ts";
import { PLAN_LIMITS } from "../../../domain/plans.ts";
import { RUN_TYPE_OF } from "../../../domain/runTypes.ts";
import { judgeSetup, type SetupFacts, type SetupVerdict } from "../../../domain/setup/judgeSetup.ts";
import { referenceEnvironmentOf } from "../../../models/baselines/key.ts";
import { loadBaselines } from "../../../models/baselines/load.ts";
import { partsOfScenario } from "../../../models/baselines/partsOfScenario.ts";
import { snapshotsUsed } from "../../../models/bookkeeping/usage.ts";
import { environmentsOf } from "../../../models/environments/queries.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import { countFeatures, countReadyFeatures } from "../../../models/features/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { latestRunsOfType } from "../../../models/runs/queries.ts";
import { scenariosOf } from "../../../models/scenarios/queries.ts";
import type { Scenario } from "../../../models/scenarios/schema.ts";
import { countRowsOf } from "../../../models/trackingPlans/rows.ts";
import { requireRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { lacksBrowsers } from "../../lib/unservedQueues.ts";
import { lookAtPage } from "../projects/inspectPage.ts";
import { readiness } from "../readiness.ts";
import { planOf } from "../runs/quota.ts";
import { isCapturable } from "../scenarios/isCapturable.ts";
import { requireScenarioRoom } from "../scenarios/scenarioQuota.ts";

/** Maximum number of unfinished runs that are searched. */
const MAX_CAPTURES = 20;

export type SetupCheckup = SetupVerdict & {
  siteUrl: string;
  environmentName: string | null;
  /** Labels of the scenarios that lack a baseline, that a run without a branch can capture, and that none is capturing. */
  toCapture: string[];
};

export async function checkSetup(
  ctx: OperationContext,
  caller: Caller,
  { project, environment }: { project: Project; environment: Environment | null },
): Promise<SetupCheckup> {
  requireRight(caller, "mcpRead");
  const { models } = ctx;
  const [plan, service, scenarios, environments, trackingPages, trackingEvents, ready, features, used] =
    await Promise.all([
      planOf(ctx, project.orgId),
      readiness(ctx),
      scenariosOf(models, project._id, {
        fields: { label: 1, selectors: 1, viewports: 1, modes: 1, source: 1, onlyBranches: 1 },
      }),
      environmentsOf(models, project._id),
      countRowsOf(models, "page", project._id),
      countRowsOf(models, "event", project._id),
      countReadyFeatures(models, project._id),
      countFeatures(models, project._id),
      snapshotsUsed(models, project.orgId, ctx.now()),
    ]);
  const limits = PLAN_LIMITS[plan];
  const reference = referenceEnvironmentOf(project, environments);
  const place = environment ?? environments.find(({ _id }) => _id === reference) ?? null;
  const siteUrl = place?.baseUrl ?? project.baseUrl;
  // Without a worker the site cannot be checked.
  const canLook = service.parts.temporal.ok && service.parts.workers.ok && !(await lacksBrowsers(ctx, place?.location));
  const { site, browsers } = canLook
    ? await look(ctx, caller, project, place, siteUrl)
    : { site: null, browsers: null };
  const bare = await withoutBaseline(ctx, project, environment?._id ?? null, scenarios);
  const isCaptured = await capturedNow(ctx, project, environment?._id ?? null);
  const facts: SetupFacts = {
    parts: Object.values(service.parts),
    siteUrl,
    site,
    browsers,
    protectedSite: Boolean(place?.sealedAccess),
    scenarios: scenarios.length,
    withBaseline: scenarios.length - bare.length,
    capturing: bare.filter(isCaptured).length,
    protectMain: project.settings?.visual?.protectMain ?? null,
    plan,
    planAllowsChanges: limits.mutatingTools,
    scenarioRoom: await hasScenarioRoom(ctx, project.orgId),
    snapshotRoom: limits.snapshotsPerMonth === null ? null : Math.max(0, limits.snapshotsPerMonth - used),
    keyMayChange: caller.kind === "key" ? scopeAllows(caller.scope, "mcpWrite") : null,
    tracking: { unlocked: limits.pillars.includes("tracking"), pages: trackingPages, events: trackingEvents },
    functional: { unlocked: limits.pillars.includes("functional"), ready, drafts: features - ready },
  };
  const toCapture = bare.filter((one) => isCapturable(one) && !isCaptured(one)).map(({ label }) => label);
  return { ...judgeSetup(facts), siteUrl, environmentName: place?.name ?? null, toCapture };
}

async function look(
  ctx: OperationContext,
  caller: Caller,
  project: Project,
  environment: Environment | null,
  url: string,
): Promise<Pick<SetupFacts, "site" | "browsers">> {
  const asked = { project, environment, url, what: "reach", wish: {} } as const;
  const looked = await lookAtPage(ctx, caller, asked).catch((error: unknown) => {
    // The worker or Temporal became unavailable since the check above, so the site is left out and the rest is returned.
    if (error instanceof ProductError && error.code === "unavailable") return null;
    throw error;
  });
  if (looked === null) return { site: null, browsers: null };
  const { look: answer } = looked;
  if (answer.state === "seen") {
    const { status, finalUrl, data } = answer;
    return { site: { reached: true, status, finalUrl }, browsers: data.browsers };
  }
  const { code, reason, browsers = null } = answer;
  // Without a browser nothing is known about the site.
  return { site: code === "browser_unavailable" ? null : { reached: false, code, reason }, browsers };
}

/** Returns the scenarios that lack a Chromium baseline for some part, using the same lookup order as a run. */
async function withoutBaseline<S extends Pick<Scenario, "_id" | "selectors" | "viewports" | "modes">>(
  ctx: OperationContext,
  project: Project,
  environmentId: string | null,
  scenarios: readonly S[],
): Promise<S[]> {
  const baselines = await loadBaselines(ctx.models, { project, environmentId, branch: null });
  return scenarios.filter((scenario) =>
    partsOfScenario(scenario, project).some((part) => baselines.find({ ...part, browser: "chromium" }) === null),
  );
}

/** Returns whether an unfinished run captures the scenario's baselines there, on the main branch. */
async function capturedNow({ models }: OperationContext, project: Project, environmentId: string | null) {
  const runs = await latestRunsOfType(models, { project, branch: project.mainBranch }, RUN_TYPE_OF.baseline, {
    status: "running",
    limit: MAX_CAPTURES,
    fields: { environmentId: 1, scenarios: 1 },
  });
  const here = runs.filter((run) => run.environmentId === environmentId);
  return ({ label }: Pick<Scenario, "label">) =>
    here.some(({ scenarios }) => scenarios === null || scenarios.includes(label));
}

async function hasScenarioRoom(ctx: OperationContext, orgId: string): Promise<boolean> {
  try {
    await requireScenarioRoom(ctx, orgId, 1);
    return true;
  } catch (error) {
    if (error instanceof ProductError && error.code === "plan_gate") return false;
    throw error;
  }
}
