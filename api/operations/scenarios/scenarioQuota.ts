// The plan's limit on scenarios, counted over all projects of the organisation.
import { ProductError } from "../../../domain/errors.ts";
import { PLAN_LIMITS, type PlanName } from "../../../domain/plans.ts";
import type { AdminContext } from "../../lib/admin.ts";

/** Throws `plan_gate` when `wanted` more scenarios would go over the plan; with 0 it asks whether the limit is already passed. */
export async function requireScenarioRoom(ctx: AdminContext, orgId: string, wanted: number): Promise<void> {
  const organisation = await ctx.models.organisations.findOne({ _id: orgId }).lean<{ plan: PlanName }>();
  if (!organisation) throw new ProductError("not_found", "The organisation does not exist.");
  const limit = PLAN_LIMITS[organisation.plan].scenarios;
  if (limit === null) return;
  const projects = await ctx.models.projects.find({ orgId }).select("_id").lean<{ _id: string }[]>();
  const used = await ctx.models.scenarios.countDocuments({ projectId: { $in: projects.map((p) => p._id) } });
  if (used + wanted > limit)
    throw new ProductError(
      "plan_gate",
      `The plan ${organisation.plan} has ${limit} scenarios; ${used} exist and ${wanted} more were requested.`,
      { plan: organisation.plan, limit, used, wanted },
    );
}

/**
 * Looks at the quota once more after writing `made`: two writers at once may each have found room for themselves. Both step back then,
 * which errs on the side of the plan; trying again succeeds for one.
 */
export async function undoOverQuota(ctx: AdminContext, orgId: string, made: string[]): Promise<void> {
  try {
    await requireScenarioRoom(ctx, orgId, 0);
  } catch (error) {
    await ctx.models.scenarios.deleteMany({ _id: { $in: made } });
    throw error;
  }
}
