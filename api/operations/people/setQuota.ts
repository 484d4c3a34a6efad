// How many bytes organisations store, and may store: for the operator at the terminal.
import { ProductError } from "../../../domain/errors.ts";
import type { PlanName } from "../../../domain/plans.ts";
import { bytesOf, type OwnQuota, type StorageLevel, storageLevel } from "../../../domain/storage/quota.ts";
import { allOrganisations, organisationNamed } from "../../../models/organisations/queries.ts";
import { changeStorageQuota } from "../../../models/organisations/writes.ts";
import { type AdminContext, mustBeAllowed } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller } from "../../lib/context.ts";
import { limitOf, storageOf } from "../../lib/storage.ts";

/** `limit` null: none. `own`: whether it has one of its own. */
export type OrganisationStorage = {
  id: string;
  slug: string;
  name: string;
  plan: PlanName;
  used: number;
  limit: number | null;
  own: boolean;
  level: StorageLevel;
};

/** All organisations with what they store. */
export async function listOrganisations(ctx: AdminContext, caller: Caller): Promise<OrganisationStorage[]> {
  mustBeAllowed(caller, "operate");
  const rows: OrganisationStorage[] = [];
  for (const organisation of await allOrganisations(ctx.models)) {
    const { _id: id, slug, name, plan, storageQuota = null } = organisation;
    const { used } = await storageOf(ctx, id);
    const limit = limitOf(ctx, organisation);
    rows.push({ id, slug, name, plan, used, limit, own: storageQuota !== null, level: storageLevel({ used, limit }) });
  }
  return rows;
}

/**
 * `quota`: a size such as "50GB", "none", or "default" for the installation's. Only the operator: an administrator does not raise the limit
 * that binds them. What is stored stays, also where it is more.
 */
export async function setQuota(
  ctx: AdminContext,
  caller: Caller,
  { organisation, quota }: { organisation: string; quota: string },
): Promise<OrganisationStorage> {
  mustBeAllowed(caller, "operate");
  const wanted = quotaOf(quota);
  const id = await organisationNamed(ctx.models, organisation);
  const before = id && (await changeStorageQuota(ctx.models, id, wanted));
  if (!before) throw new ProductError("not_found", `There is no organisation "${organisation}".`);
  const { _id: orgId, slug, name, plan, storageQuota: from = null } = before;
  await recordAudit(ctx, { ...caller, orgId }, "organisation.setQuota", orgId, { from, to: wanted });
  const { used, limit } = await storageOf(ctx, orgId);
  return { id: orgId, slug, name, plan, used, limit, own: wanted !== null, level: storageLevel({ used, limit }) };
}

function quotaOf(text: string): OwnQuota | null {
  if (text === "default") return null;
  if (text === "none") return { bytes: null };
  const bytes = bytesOf(text);
  if (bytes !== null) return { bytes };
  const message = `"${text}" is not a size: give one such as 500MB or 50GB, or none, or default.`;
  throw new ProductError("validation_error", message, { fields: [{ path: "quota", message }] });
}
