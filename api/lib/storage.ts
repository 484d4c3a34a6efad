// How much an organisation stores and may store, checked before anything new starts. Work in progress finishes even beyond the limit.
import { ProductError } from "../../domain/errors.ts";
import { fullSentence, type StorageStanding, storageLevel } from "../../domain/storage/quota.ts";
import { storedBy } from "../../models/artifacts/storage.ts";
import { findOrganisation } from "../../models/organisations/queries.ts";
import type { Organisation } from "../../models/organisations/schema.ts";
import { projectIdsOf } from "../../models/projects/queries.ts";
import type { OperationContext } from "./context.ts";

/** Returns the organisation's own limit, otherwise the installation's; null if there is none. */
export const limitOf = (
  { config }: Pick<OperationContext, "config">,
  { storageQuota }: Pick<Organisation, "storageQuota">,
): number | null => (storageQuota ? storageQuota.bytes : config.storageQuota);

export async function storageOf(
  ctx: Pick<OperationContext, "config" | "models">,
  orgId: string,
): Promise<StorageStanding> {
  const [organisation, projectIds] = await Promise.all([
    findOrganisation(ctx.models, orgId, { storageQuota: 1 }),
    projectIdsOf(ctx.models, orgId),
  ]);
  const stored = await storedBy(ctx.models, projectIds);
  const used = [...stored.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  return { used: Math.max(0, used), limit: limitOf(ctx, organisation ?? {}) };
}

/** `details.reason` of the error. */
export const STORAGE_FULL = "storage_quota";

/**
 * Call it before starting something that stores bytes. Returns how much the organisation stores. Throws plan_gate with `used` and `limit`
 * in bytes if it has reached its limit. Calls at the same time may all pass: the limit decides when nothing new starts, not how large the
 * storage can get.
 */
export async function requireStorage(
  ctx: Pick<OperationContext, "config" | "models">,
  orgId: string,
): Promise<StorageStanding> {
  const standing = await storageOf(ctx, orgId);
  const { used, limit } = standing;
  if (limit !== null && storageLevel(standing) === "full")
    throw new ProductError("plan_gate", fullSentence(used, limit), { reason: STORAGE_FULL, used, limit });
  return standing;
}
