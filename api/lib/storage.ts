// How much an organisation stores and may store: asked before anything new starts. What is under way ends, also past the limit.
import { ProductError } from "../../domain/errors.ts";
import { fullSentence, type StorageStanding, storageLevel } from "../../domain/storage/quota.ts";
import { storedBy } from "../../models/artifacts/storage.ts";
import { findOrganisation } from "../../models/organisations/queries.ts";
import type { Organisation } from "../../models/organisations/schema.ts";
import { projectIdsOf } from "../../models/projects/queries.ts";
import type { OperationContext } from "./context.ts";

/** Of an organisation's own, else the installation's; null: none. */
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

/** `details.reason` of a refusal. */
export const STORAGE_FULL = "storage_quota";

/**
 * Before something starts that stores bytes. Throws plan_gate with `used` and `limit` in bytes when the organisation stores as much as it may.
 * Answers how much it stores. Those that ask at once may pass together: the limit says when nothing new starts, not how large it all gets.
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
