// The plan's limit on scenarios, counted over all projects of the organisation.
import { ProductError } from "../../../domain/errors.ts";
import { PLAN_LIMITS } from "../../../domain/plans.ts";
import { planOfOrganisation } from "../../../models/organisations/queries.ts";
import { projectIdsOf } from "../../../models/projects/queries.ts";
import { countScenarios } from "../../../models/scenarios/queries.ts";
import { deleteNewScenarios } from "../../../models/scenarios/writes.ts";
import type { AdminContext } from "../../lib/admin.ts";

/** Throws `plan_gate` if `wanted` more scenarios would exceed the plan; with 0, if the limit is already exceeded. */
export async function requireScenarioRoom(ctx: AdminContext, orgId: string, wanted: number): Promise<void> {
  const plan = await planOfOrganisation(ctx.models, orgId);
  if (plan === null) throw new ProductError("not_found", "The organisation does not exist.");
  const limit = PLAN_LIMITS[plan].scenarios;
  if (limit === null) return;
  const used = await countScenarios(ctx.models, await projectIdsOf(ctx.models, orgId));
  if (used + wanted > limit)
    throw new ProductError(
      "plan_gate",
      `The plan ${plan} has ${limit} scenarios; ${used} exist and ${wanted} more were requested.`,
      { plan, limit, used, wanted },
    );
}

/**
 * Checks the quota again after `made` was stored, because two simultaneous writers may each have found room. Both then undo, which favors
 * the plan; on a retry one of them succeeds.
 */
export async function undoOverQuota(ctx: AdminContext, orgId: string, made: string[]): Promise<void> {
  try {
    await requireScenarioRoom(ctx, orgId, 0);
  } catch (error) {
    await deleteNewScenarios(ctx.models, made);
    throw error;
  }
}
