// Creates and changes organisations; their members are in members.ts.
import type { PlanName } from "../../domain/plans.ts";
import type { OwnQuota } from "../../domain/storage/quota.ts";
import type { Models } from "../index.ts";
import type { Organisation } from "./schema.ts";

/** Rejects with a duplicate key error if another organisation has that slug. */
export async function insertOrganisation(models: Models, organisation: Organisation): Promise<void> {
  await models.organisations.create(organisation);
}

/** Renames the organisation if it still has the name `before`; otherwise returns false. */
export async function renameOrganisation(
  models: Models,
  orgId: string,
  { before, name }: { before: string; name: string },
): Promise<boolean> {
  const { matchedCount } = await models.organisations.updateOne({ _id: orgId, name: before }, { $set: { name } });
  return matchedCount === 1;
}

/**
 * Sets the storage limit in bytes; null restores the installation's default. Returns the organisation as it was before, or null if there
 * is none.
 */
export function changeStorageQuota(
  models: Models,
  orgId: string,
  quota: OwnQuota | null,
): Promise<Organisation | null> {
  return models.organisations.findOneAndUpdate({ _id: orgId }, { $set: { storageQuota: quota } }).lean<Organisation>();
}

/** Changes the plan of the organisation with this id or slug. Returns it as it was before, or null if there is none. */
export function changePlan(
  models: Models,
  which: { _id: string } | { slug: string },
  plan: PlanName,
): Promise<Organisation | null> {
  return models.organisations.findOneAndUpdate(which, { $set: { plan } }).lean<Organisation>();
}
