// Checks plan quotas when a run is requested. Usage is counted by the planning activity, because it knows the number of shots.
import { ProductError } from "../../../domain/errors.ts";
import { PLAN_LIMITS, type PlanName } from "../../../domain/plans.ts";
import { snapshotsUsed } from "../../../models/bookkeeping/usage.ts";
import { planOfOrganisation } from "../../../models/organisations/queries.ts";
import type { OperationContext } from "../../lib/context.ts";

/** Returns the plan of an organisation; an unknown organisation has the largest plan. */
export const planOf = async ({ models }: OperationContext, orgId: string): Promise<PlanName> =>
  (await planOfOrganisation(models, orgId)) ?? "enterprise";

/** Throws `plan_gate` if this month's snapshots are used up. */
export async function requireSnapshots(ctx: OperationContext, orgId: string): Promise<void> {
  const plan = await planOfOrganisation(ctx.models, orgId);
  const limit = plan === null ? null : PLAN_LIMITS[plan].snapshotsPerMonth;
  if (limit === null) return;
  const used = await snapshotsUsed(ctx.models, orgId, ctx.now());
  if (used >= limit)
    throw new ProductError(
      "plan_gate",
      `The ${plan} plan's ${limit} snapshots for this month are used up. The count resets on the first of next month (UTC).`,
    );
}
