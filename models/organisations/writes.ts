// Creates and changes organisations; their members are in members.ts.
import type { PlanName } from "../../domain/plans.ts";
import type { OwnQuota } from "../../domain/storage/quota.ts";
import type { Models } from "../index.ts";
import type { Organisation } from "./schema.ts";

/** Rejects with a duplicate key error if another organisation has that slug. */
export async function insertOrganisation(models: Models, organisation: Organisation): Promise<void> {
  await models.organisations.create(organisation);
}

/** Returns the organisation as it was before, or null if there is none. */
export function renameOrganisation(models: Models, orgId: string, name: string): Promise<Organisation | null> {
  return models.organisations.findOneAndUpdate({ _id: orgId }, { $set: { name } }).lean<Organisation>();
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
