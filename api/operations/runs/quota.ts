// Quotas of the plan at the moment of asking. Counting is the planning activity's part: it knows how many shots there are.
import { ProductError } from "../../../domain/errors.ts";
import { PLAN_LIMITS, type PlanName } from "../../../domain/plans.ts";
import { snapshotsUsed } from "../../../models/bookkeeping/usage.ts";
import { planOfOrganisation } from "../../../models/organisations/queries.ts";
import type { OperationContext } from "../../lib/context.ts";

/** The plan of an organisation; what is not known is on the largest. */
export const planOf = async ({ models }: OperationContext, orgId: string): Promise<PlanName> =>
  (await planOfOrganisation(models, orgId)) ?? "enterprise";

/** Throws plan_gate when this month's snapshots are used up. */
export async function requireSnapshots(ctx: OperationContext, orgId: string): Promise<void> {
  const plan = await planOfOrganisation(ctx.models, orgId);
  const limit = plan === null ? null : PLAN_LIMITS[plan].snapshotsPerMonth;
  if (limit === null) return;
  const used = await snapshotsUsed(ctx.models, orgId, ctx.now());
  if (used >= limit)
    throw new ProductError(
      "plan_gate",
      `The ${plan} plan's ${limit} snapshots of this month are used up. They begin again on the first of next month (UTC).`,
    );
}
