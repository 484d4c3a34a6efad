// The gate before whatever changes something in an agent's name, over REST and by tools alike.
import { ProductError } from "../../../domain/errors.ts";
import { PLAN_LIMITS, PLANS } from "../../../domain/plans.ts";
import { requireRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { planOf } from "../runs/quota.ts";

/** Throws plan_gate when the plan lets agents change nothing. `what`: the tool or endpoint, in words. */
export async function requireMutatingPlan(ctx: OperationContext, orgId: string, what: string): Promise<void> {
  const plan = await planOf(ctx, orgId);
  if (PLAN_LIMITS[plan].mutatingTools) return;
  const unlocking = PLANS.filter((name) => PLAN_LIMITS[name].mutatingTools).join(", ");
  throw new ProductError(
    "plan_gate",
    `${what} changes things, which the ${plan} plan does not allow agents; the plans that do: ${unlocking}.`,
  );
}

/** The right to change things and, of keys, the plan for it: what a key may not do by a tool it may not do over REST either. */
export async function requireChange(ctx: OperationContext, caller: Caller, what: string): Promise<void> {
  requireRight(caller, "mcpWrite");
  if (caller.kind === "key") await requireMutatingPlan(ctx, caller.orgId, what);
}
