// Reads the tracking plan of a project.
import type { TrackingPlan } from "../../../domain/pillars/tracking/plan.ts";
import { readTrackingPlan } from "../../../models/trackingPlans/schema.ts";
import { requireRight, resolveProject } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";

/** Returns empty lists for a project without a plan. */
export async function readPlan(
  ctx: Pick<OperationContext, "models" | "config">,
  caller: Caller,
  input: { project?: string },
): Promise<TrackingPlan> {
  requireRight(caller, "mcpRead");
  const project = await resolveProject(ctx, caller, input.project);
  return readTrackingPlan(ctx.models, project._id);
}
