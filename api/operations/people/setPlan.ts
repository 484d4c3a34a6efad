import { object, string } from "yup";
import { ProductError } from "../../../domain/errors.ts";
import { PLANS, type PlanName } from "../../../domain/plans.ts";
import { changePlan } from "../../../models/organisations/writes.ts";
import { type AdminContext, checked, mustBeAllowed } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller } from "../../lib/context.ts";
import { slugField } from "../../lib/fields.ts";

const INPUT = object({
  plan: string().oneOf(PLANS).required(),
  /** Slug; defaults to the caller's own organisation. */
  organisation: slugField,
})
  .noUnknown()
  .required();
export type SetPlanInput = { plan: PlanName; organisation?: string };
export type OrganisationView = { id: string; name: string; slug: string; plan: PlanName };

/** Sets the plan of an organisation. Only the operator may do this, because administrators must not raise the quotas that limit them. */
export async function setPlan(ctx: AdminContext, caller: Caller, input: SetPlanInput): Promise<OrganisationView> {
  mustBeAllowed(caller, "operate");
  const { plan, organisation: slug } = checked(INPUT, input);
  const which = slug == null ? { _id: caller.orgId } : { slug };
  const before = await changePlan(ctx.models, which, plan);
  if (!before)
    throw new ProductError(
      "not_found",
      slug == null ? "There is no organisation." : `There is no organisation "${slug}".`,
    );
  await recordAudit(ctx, { ...caller, orgId: before._id }, "organisation.setPlan", before._id, {
    from: before.plan,
    to: plan,
  });
  return { id: before._id, name: before.name, slug: before.slug, plan };
}
