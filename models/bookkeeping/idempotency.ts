// Maps Idempotency-Key headers to runs. The unique id decides who is first.
import { isWritten, type Models } from "../index.ts";
import type { IdempotencyRecord } from "./schema.ts";

export const findIdempotencyKey = (models: Models, id: string): Promise<IdempotencyRecord | null> =>
  models.idempotency.findOne({ _id: id }).lean<IdempotencyRecord>().exec();

/**
 * Stores the key, replacing one stored at or before `expired`, or one whose start was refused with another body and whose run does not
 * exist. Returns false if there is another one; the same call again is no longer refused.
 */
export async function keepIdempotencyKey(models: Models, record: IdempotencyRecord, expired: Date): Promise<boolean> {
  if (await isWritten(models.idempotency.create(record))) return true;

  const { _id, ...fresh } = record;
  const stored = await findIdempotencyKey(models, _id);
  // Of two equal calls at once, one may be refused although the other one has stored the run.
  const isUnused = stored?.refused === true && !(await models.runs.exists({ _id: stored.runId }));
  const refused = isUnused ? [{ refused: true, runId: stored.runId, bodyHash: { $ne: record.bodyHash } }] : [];
  const free = [{ createdAt: { $lte: expired } }, ...refused];
  const renewed = await models.idempotency.updateOne({ _id, $or: free }, { $set: { ...fresh, refused: false } });
  if (renewed.modifiedCount > 0) return true;
  await models.idempotency.updateOne({ _id, refused: true }, { $set: { refused: false } });
  return false;
}

/** Records that a call to start this run was refused. */
export async function noteRefusedKey(models: Models, { _id, runId }: Pick<IdempotencyRecord, "_id" | "runId">) {
  await models.idempotency.updateOne({ _id, runId }, { $set: { refused: true } });
}

/** Forgets calls made before this date. */
export async function forgetIdempotencyKeys(models: Models, before: Date): Promise<void> {
  await models.idempotency.deleteMany({ createdAt: { $lt: before } });
}
