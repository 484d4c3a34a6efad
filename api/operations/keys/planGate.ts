// Plan check for everything that changes data on behalf of an agent, both over REST and by tools.
import { ProductError } from "../../../domain/errors.ts";
import { PLAN_LIMITS, PLANS } from "../../../domain/plans.ts";
import { requireRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { planOf } from "../runs/quota.ts";

/** Throws `plan_gate` if the plan does not let agents change anything. `what` names the tool or endpoint. */
export async function requireMutatingPlan(ctx: OperationContext, orgId: string, what: string): Promise<void> {
  const plan = await planOf(ctx, orgId);
  if (PLAN_LIMITS[plan].mutatingTools) return;
  const unlocking = PLANS.filter((name) => PLAN_LIMITS[name].mutatingTools).join(", ");
  throw new ProductError(
    "plan_gate",
    `${what} changes things, which the ${plan} plan does not allow agents; the plans that do: ${unlocking}.`,
  );
}

/** Requires the right to change data and, for keys, a plan that allows it, so that a key cannot do over REST what it cannot do by a tool. */
export async function requireChange(ctx: OperationContext, caller: Caller, what: string): Promise<void> {
  requireRight(caller, "mcpWrite");
  if (caller.kind === "key") await requireMutatingPlan(ctx, caller.orgId, what);
}
