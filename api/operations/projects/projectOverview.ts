// Summary of a project: its pillars, environments and the number of items in each.
import { PILLARS, type Pillar } from "../../../domain/audit/pillars.ts";
import { PLAN_LIMITS, type PlanName } from "../../../domain/plans.ts";
import { TYPE_OF_PILLAR } from "../../../domain/runTypes.ts";
import { countStandingBaselines } from "../../../models/baselines/queries.ts";
import { environmentsOf } from "../../../models/environments/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { countRules } from "../../../models/rules/ofKind.ts";
import { countCompleted, latestRunOfType } from "../../../models/runs/queries.ts";
import { countScenariosOf } from "../../../models/scenarios/queries.ts";
import { countRowsOf } from "../../../models/trackingPlans/rows.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { type EnvironmentView, viewEnvironment } from "../environments/environmentView.ts";
import { planOf } from "../runs/quota.ts";
import { type ProjectView, viewProject } from "./projectView.ts";

export type ProjectModule = {
  pillar: Pillar;
  /** Whether the plan includes it. */
  unlocked: boolean;
  /** False if no run type of this installation covers it. */
  available: boolean;
  /** Number of completed runs. */
  runs: number;
  /** ISO 8601. */
  lastRunAt: string | null;
  lastVerdict: "pass" | "fail" | null;
};
export type ProjectOverview = {
  project: ProjectView & { mainBranch: string };
  plan: PlanName;
  modules: ProjectModule[];
  scenarioCount: number;
  environments: EnvironmentView[];
  counts: Record<"baselines" | "comparisonRules" | "contentRules" | "trackingPages" | "trackingEvents", number>;
};

export async function projectOverview(
  ctx: OperationContext,
  caller: Caller,
  project: Project,
): Promise<ProjectOverview> {
  requireReadRight(caller);
  const { models } = ctx;
  const plan = await planOf(ctx, project.orgId);
  const [
    modules,
    environments,
    scenarioCount,
    baselines,
    comparisonRules,
    contentRules,
    trackingPages,
    trackingEvents,
  ] = await Promise.all([
    Promise.all(PILLARS.map((pillar) => moduleOf(ctx, project, plan, pillar))),
    environmentsOf(models, project._id),
    countScenariosOf(models, project._id),
    countStandingBaselines(models, project._id),
    countRules(models, "comparisonRule", project._id),
    countRules(models, "contentRule", project._id),
    countRowsOf(models, "page", project._id),
    countRowsOf(models, "event", project._id),
  ]);
  return {
    project: { ...viewProject(project, scenarioCount), mainBranch: project.mainBranch },
    plan,
    modules,
    scenarioCount,
    environments: environments.map(viewEnvironment),
    counts: { baselines, comparisonRules, contentRules, trackingPages, trackingEvents },
  };
}

async function moduleOf(
  ctx: OperationContext,
  project: Project,
  plan: PlanName,
  pillar: Pillar,
): Promise<ProjectModule> {
  const type = TYPE_OF_PILLAR[pillar];
  const unlocked = PLAN_LIMITS[plan].pillars.includes(pillar);
  if (type === null) return { pillar, unlocked, available: false, runs: 0, lastRunAt: null, lastVerdict: null };
  const fields = { verdict: 1, finishedAt: 1 } as const;
  const [runs, last] = await Promise.all([
    countCompleted(ctx.models, project._id, type),
    latestRunOfType(ctx.models, { project }, type, { status: "completed", fields }),
  ]);
  return {
    pillar,
    unlocked,
    available: true,
    runs,
    lastRunAt: last ? (last.finishedAt ?? last.createdAt).toISOString() : null,
    lastVerdict: last?.verdict ?? null,
  };
}
