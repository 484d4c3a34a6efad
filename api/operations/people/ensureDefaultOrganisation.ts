import { makeId } from "../../../domain/ids.ts";
import { isDuplicateKey } from "../../../models/index.ts";
import { oldestOrganisation } from "../../../models/organisations/queries.ts";
import type { Organisation } from "../../../models/organisations/schema.ts";
import { insertOrganisation } from "../../../models/organisations/writes.ts";
import type { AdminContext } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";

/**
 * Returns the installation's organisation: the oldest one or, on the first start, a new one called Default with the configured plan. If
 * several processes start at the same time, the unique slug lets only one of them create it. The indexes must exist (`ensureIndexes`).
 */
export async function ensureDefaultOrganisation(ctx: AdminContext): Promise<Organisation> {
  const oldest = () => oldestOrganisation(ctx.models);
  const found = await oldest();
  if (found) return found;
  const made: Organisation = {
    _id: makeId("organisation", ctx.ulid()),
    name: "Default",
    slug: "default",
    plan: ctx.config.defaultPlan,
    settings: {},
    members: [],
    membersRev: 0,
    createdAt: ctx.now(),
  };
  try {
    await insertOrganisation(ctx.models, made);
  } catch (error) {
    const other = isDuplicateKey(error) ? await oldest() : null;
    if (!other) throw error;
    return other;
  }
  await recordAudit(ctx, { kind: "operator", orgId: made._id }, "organisation.create", made._id, { plan: made.plan });
  return made;
}
