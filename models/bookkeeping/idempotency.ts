// Maps Idempotency-Key headers to runs. The unique id decides who is first.
import { isDuplicateKey, type Models } from "../index.ts";
import type { IdempotencyRecord } from "./schema.ts";

export const findIdempotencyKey = (models: Models, id: string): Promise<IdempotencyRecord | null> =>
  models.idempotency.findOne({ _id: id }).lean<IdempotencyRecord>().exec();

/** Stores the key, replacing one stored at or before `expired`. Returns false if there is a newer one. */
export async function keepIdempotencyKey(models: Models, record: IdempotencyRecord, expired: Date): Promise<boolean> {
  try {
    await models.idempotency.create(record);
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  const { _id, ...fresh } = record;
  const renewed = await models.idempotency.updateOne({ _id, createdAt: { $lte: expired } }, { $set: fresh });
  return renewed.modifiedCount > 0;
}

/** Forgets calls made before this date. */
export async function forgetIdempotencyKeys(models: Models, before: Date): Promise<void> {
  await models.idempotency.deleteMany({ createdAt: { $lt: before } });
}
