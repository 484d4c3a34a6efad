// Limits of the organisation's plan and how much of them is used.
import { featuresInWords, PLAN_LIMITS } from "../../../domain/plans.ts";
import { COACH_TOKENS } from "../../../models/bookkeeping/modelSpending.ts";
import { countsOf, periodOf } from "../../../models/bookkeeping/usage.ts";
import { projectIdsOf } from "../../../models/projects/queries.ts";
import { countScenarios } from "../../../models/scenarios/queries.ts";
import { mustBeAllowed } from "../../lib/admin.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { planOf } from "../runs/quota.ts";

const MONTHS = 12;

export async function readPlanUsage(ctx: OperationContext, caller: Caller) {
  mustBeAllowed(caller, "view");
  const { orgId } = caller;
  const now = ctx.now();
  const months = lastMonths(now);
  const today = now.toISOString().slice(0, 10);
  const coachId = `${orgId}:${COACH_TOKENS}:${today}`;
  const [plan, projects, counted] = await Promise.all([
    planOf(ctx, orgId),
    projectIdsOf(ctx.models, orgId),
    countsOf(ctx.models, [...months.map((month) => `${orgId}:snapshots:${month}`), coachId]),
  ]);
  const scenarios = await countScenarios(ctx.models, projects);
  const history = months.map((period) => ({ period, snapshots: counted.get(`${orgId}:snapshots:${period}`) ?? 0 }));
  const limits = PLAN_LIMITS[plan];
  const { coachDailyTokens } = ctx.config;
  return {
    plan,
    period: periodOf(now),
    snapshots: { used: history.at(-1)?.snapshots ?? 0, limit: limits.snapshotsPerMonth },
    scenarios: { used: scenarios, limit: limits.scenarios },
    pagesPerCrawl: { limit: limits.pagesPerCrawl },
    agentsMayChange: limits.mutatingTools,
    pillars: limits.pillars,
    features: featuresInWords(limits.features),
    coachTokensToday: { used: counted.get(coachId) ?? 0, limit: coachDailyTokens === 0 ? null : coachDailyTokens },
    history,
  };
}

/** Returns months such as `2026-01` in UTC, oldest first. */
function lastMonths(now: Date): string[] {
  return Array.from({ length: MONTHS }, (_, i) =>
    periodOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (MONTHS - 1 - i), 1))),
  );
}
