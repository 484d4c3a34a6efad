// How organisations are made and changed; their members are in members.ts.
import type { PlanName } from "../../domain/plans.ts";
import type { OwnQuota } from "../../domain/storage/quota.ts";
import type { Models } from "../index.ts";
import type { Organisation } from "./schema.ts";

/** Rejects with a duplicate key where another has that slug. */
export async function insertOrganisation(models: Models, organisation: Organisation): Promise<void> {
  await models.organisations.create(organisation);
}

/** Answers the organisation as it was before; null: there is none. */
export function renameOrganisation(models: Models, orgId: string, name: string): Promise<Organisation | null> {
  return models.organisations.findOneAndUpdate({ _id: orgId }, { $set: { name } }).lean<Organisation>();
}

/** How many bytes it may keep; null: the installation's default again. Answers it as it was before; null: there is none. */
export function changeStorageQuota(
  models: Models,
  orgId: string,
  quota: OwnQuota | null,
): Promise<Organisation | null> {
  return models.organisations.findOneAndUpdate({ _id: orgId }, { $set: { storageQuota: quota } }).lean<Organisation>();
}

/** Puts the organisation of this id, or of this slug, on a plan. Answers it as it was before; null: there is none. */
export function changePlan(
  models: Models,
  which: { _id: string } | { slug: string },
  plan: PlanName,
): Promise<Organisation | null> {
  return models.organisations.findOneAndUpdate(which, { $set: { plan } }).lean<Organisation>();
}
