// Queries for connected apps, and the guarded writes that make codes and tokens work once.
import type { Models } from "../index.ts";
import type { OauthGrant } from "./schema.ts";

/** The tokens that replace a code or earlier tokens. */
export type NewTokens = Pick<OauthGrant, "accessHash" | "accessExpiresAt" | "refreshHash" | "expiresAt">;

export async function insertGrant(models: Models, grant: OauthGrant): Promise<void> {
  await models.oauthGrants.create(grant);
}

const one = (models: Models, filter: Partial<OauthGrant>): Promise<OauthGrant | null> =>
  models.oauthGrants.findOne(filter).lean<OauthGrant>().exec();

/** Returns the grant even if it is revoked or expired. */
export const grantOfCode = (models: Models, codeHash: string) => one(models, { codeHash });
export const grantOfAccess = (models: Models, accessHash: string) => one(models, { accessHash });
export const grantOfFamily = (models: Models, familyHash: string) => one(models, { familyHash });
export const grantWithin = (models: Models, orgId: string, grantId: string) => one(models, { _id: grantId, orgId });

/** Exchanges the code for tokens. Returns false if another call was first, or the grant ended. */
export async function redeemCode(
  models: Models,
  grantId: string,
  { at, ...tokens }: NewTokens & { at: Date; familyHash: string },
): Promise<boolean> {
  const { modifiedCount } = await models.oauthGrants.updateOne(
    { _id: grantId, redeemedAt: null, revokedAt: null },
    { $set: { ...tokens, redeemedAt: at, lastUsedAt: at } },
  );
  return modifiedCount === 1;
}

/** Replaces the tokens of this refresh token. Returns false if another call was first, or the grant ended. */
export async function rotateTokens(
  models: Models,
  { grantId, refreshHash, at }: { grantId: string; refreshHash: string; at: Date },
  tokens: NewTokens,
): Promise<boolean> {
  const { modifiedCount } = await models.oauthGrants.updateOne(
    { _id: grantId, refreshHash, revokedAt: null },
    { $set: { ...tokens, lastUsedAt: at } },
  );
  return modifiedCount === 1;
}

/** Returns false if it was already revoked. */
export async function revokeGrant(models: Models, grantId: string, at: Date): Promise<boolean> {
  const { modifiedCount } = await models.oauthGrants.updateOne(
    { _id: grantId, revokedAt: null },
    { $set: { revokedAt: at } },
  );
  return modifiedCount === 1;
}

/** Revokes all connections of a project, an organisation, or a person (only those in the organisation if both are given). */
export async function revokeGrants(
  models: Models,
  owner: { projectId: string } | { orgId: string; userId?: string } | { userId: string },
  at: Date,
): Promise<number> {
  return (await models.oauthGrants.updateMany({ ...owner, revokedAt: null }, { $set: { revokedAt: at } }))
    .modifiedCount;
}

export async function noteGrantUsed(models: Models, grantId: string, at: Date): Promise<void> {
  await models.oauthGrants.updateOne({ _id: grantId }, { $set: { lastUsedAt: at } });
}

/** Returns the working connections of an organisation or of one person in it, newest first, without those whose code was never exchanged. */
export const liveGrants = (
  models: Models,
  { at, ...owner }: { orgId: string; userId?: string; at: Date },
): Promise<OauthGrant[]> =>
  models.oauthGrants
    .find({ ...owner, revokedAt: null, redeemedAt: { $ne: null }, expiresAt: { $gt: at } })
    .sort({ createdAt: -1, _id: -1 })
    .lean<OauthGrant[]>()
    .exec();

/** Returns the number of connections of a person in an organisation, including those whose code is not exchanged yet. */
export const countLiveGrants = (
  models: Models,
  { orgId, userId, at }: { orgId: string; userId: string; at: Date },
): Promise<number> => models.oauthGrants.countDocuments({ orgId, userId, revokedAt: null, expiresAt: { $gt: at } });

/** Deletes grants that ended before `before`, and those whose code was never exchanged and that expired before `unused`. */
export async function deleteEndedGrants(
  models: Models,
  { before, unused }: { before: Date; unused: Date },
): Promise<void> {
  await models.oauthGrants.deleteMany({ expiresAt: { $lt: before } });
  await models.oauthGrants.deleteMany({ redeemedAt: null, expiresAt: { $lt: unused } });
}
