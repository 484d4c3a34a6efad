// Quotas of the plan at the moment of asking. Counting is the planning activity's part: it knows how many shots there are.
import { ProductError } from "../../../domain/errors.ts";
import { PLAN_LIMITS, type PlanName } from "../../../domain/plans.ts";
import type { Organisation } from "../../../models/organisation.ts";
import { snapshotsUsed } from "../../../models/usage.ts";
import type { OperationContext } from "../../lib/context.ts";

/** The plan of an organisation; what is not known is on the largest. */
export async function planOf(ctx: OperationContext, orgId: string): Promise<PlanName> {
  const organisation = await ctx.models.organisations.findOne({ _id: orgId }, { plan: 1 }).lean<Organisation>();
  return organisation?.plan ?? "enterprise";
}

/** Throws plan_gate when this month's snapshots are used up. */
export async function requireSnapshots(ctx: OperationContext, orgId: string): Promise<void> {
  const organisation = await ctx.models.organisations.findOne({ _id: orgId }).lean<Organisation>();
  const limit = organisation ? PLAN_LIMITS[organisation.plan].snapshotsPerMonth : null;
  if (limit === null) return;
  const used = await snapshotsUsed(ctx.models, orgId, ctx.now());
  if (used >= limit)
    throw new ProductError(
      "plan_gate",
      `The ${organisation?.plan} plan's ${limit} snapshots of this month are used up. They begin again on the first of next month (UTC).`,
    );
}
