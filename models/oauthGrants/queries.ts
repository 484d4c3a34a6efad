// What is asked about connected apps, and the guarded writes by which codes and tokens are used once.
import type { Models } from "../index.ts";
import type { OauthGrant } from "./schema.ts";

/** The tokens that take the place of a code, or of earlier tokens. */
export type NewTokens = Pick<OauthGrant, "accessHash" | "accessExpiresAt" | "refreshHash" | "expiresAt">;

export async function insertGrant(models: Models, grant: OauthGrant): Promise<void> {
  await models.oauthGrants.create(grant);
}

const one = (models: Models, filter: Partial<OauthGrant>): Promise<OauthGrant | null> =>
  models.oauthGrants.findOne(filter).lean<OauthGrant>().exec();

/** Whatever became of it: revoked and expired ones too. */
export const grantOfCode = (models: Models, codeHash: string) => one(models, { codeHash });
export const grantOfAccess = (models: Models, accessHash: string) => one(models, { accessHash });
export const grantOfFamily = (models: Models, familyHash: string) => one(models, { familyHash });
export const grantWithin = (models: Models, orgId: string, grantId: string) => one(models, { _id: grantId, orgId });

/** Exchanges the code for tokens; false: somebody was first, or the grant ended. */
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

/** Puts new tokens in the place of those of this refresh token; false: somebody was first, or the grant ended. */
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

/** False: it was revoked before. */
export async function revokeGrant(models: Models, grantId: string, at: Date): Promise<boolean> {
  const { modifiedCount } = await models.oauthGrants.updateOne(
    { _id: grantId, revokedAt: null },
    { $set: { revokedAt: at } },
  );
  return modifiedCount === 1;
}

/** Ends all connections of a project, of an organisation, or of a person (there alone where both are named). */
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

/** Connections that work, of an organisation or of one person in it, the newest first. One whose code nobody exchanged is none. */
export const liveGrants = (
  models: Models,
  { at, ...owner }: { orgId: string; userId?: string; at: Date },
): Promise<OauthGrant[]> =>
  models.oauthGrants
    .find({ ...owner, revokedAt: null, redeemedAt: { $ne: null }, expiresAt: { $gt: at } })
    .sort({ createdAt: -1, _id: -1 })
    .lean<OauthGrant[]>()
    .exec();

/** How many connections a person has in an organisation, those that wait for their code to be exchanged too. */
export const countLiveGrants = (
  models: Models,
  { orgId, userId, at }: { orgId: string; userId: string; at: Date },
): Promise<number> => models.oauthGrants.countDocuments({ orgId, userId, revokedAt: null, expiresAt: { $gt: at } });

/** Forgets what ended before then, and codes that nobody exchanged and that expired before `unused`. */
export async function deleteEndedGrants(
  models: Models,
  { before, unused }: { before: Date; unused: Date },
): Promise<void> {
  await models.oauthGrants.deleteMany({ expiresAt: { $lt: before } });
  await models.oauthGrants.deleteMany({ redeemedAt: null, expiresAt: { $lt: unused } });
}
