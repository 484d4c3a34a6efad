// Storage used and allowed per organisation, for the operator at the terminal.
import { fieldError, ProductError } from "../../../domain/errors.ts";
import type { PlanName } from "../../../domain/plans.ts";
import { bytesOf, type OwnQuota, type StorageLevel, storageLevel } from "../../../domain/storage/quota.ts";
import { allOrganisations, organisationNamed } from "../../../models/organisations/queries.ts";
import { changeStorageQuota } from "../../../models/organisations/writes.ts";
import { type AdminContext, mustBeAllowed } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller } from "../../lib/context.ts";
import { limitOf, storageOf } from "../../lib/storage.ts";

/** `limit`: null for no limit. `own`: whether the organisation has its own quota. */
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

/** Returns all organisations with their storage. */
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
 * Sets a storage quota: a size such as "50GB", "none", or "default" for the installation's. Only the operator may do this, because
 * administrators must not raise the limit that applies to them. Stored data stays even if it exceeds the quota.
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
  throw fieldError("quota", `"${text}" is not a size: give one such as 500MB or 50GB, or none, or default.`);
}
