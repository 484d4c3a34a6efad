// Queries for API keys, and how they are created and revoked. A presented key is looked up by its hash only.

import type { Models } from "../index.ts";
import type { ApiKey } from "./schema.ts";

export async function insertKey(models: Models, key: ApiKey): Promise<void> {
  await models.apiKeys.create(key);
}

/** Returns the key with this hash, even if it is revoked or expired. */
export const keyOfHash = (models: Models, hash: string): Promise<ApiKey | null> =>
  models.apiKeys.findOne({ hash }).lean<ApiKey>().exec();

export const findKey = (models: Models, keyId: string): Promise<ApiKey | null> =>
  models.apiKeys.findOne({ _id: keyId }).lean<ApiKey>().exec();

/** Returns all keys of an organisation, newest first. */
export const keysOf = (models: Models, orgId: string): Promise<ApiKey[]> =>
  models.apiKeys.find({ orgId }).sort({ createdAt: -1, _id: -1 }).lean<ApiKey[]>().exec();

/** Returns the keys of an organisation with this id, this hash, or this hint; several keys may share a hint. */
export const keysLike = (
  models: Models,
  orgId: string,
  given: { _id: string } | { hash: string } | { hint: string },
): Promise<ApiKey[]> =>
  models.apiKeys
    .find({ orgId, ...given })
    .lean<ApiKey[]>()
    .exec();

export async function noteKeyUsed(models: Models, keyId: string, at: Date): Promise<void> {
  await models.apiKeys.updateOne({ _id: keyId }, { $set: { lastUsedAt: at } });
}

/** Returns false if the key was already revoked. */
export async function revoke(models: Models, keyId: string, at: Date): Promise<boolean> {
  const revoked = await models.apiKeys.updateOne({ _id: keyId, revokedAt: null }, { $set: { revokedAt: at } });
  return revoked.modifiedCount === 1;
}
