// Counts failed sign-ins: each write only applies to the counter as it was read.
import { isWritten, type Models } from "../index.ts";
import type { SignInCounter } from "./schema.ts";

/** Returns the existing counters, by id. */
export async function countersOf(models: Models, ids: readonly string[]): Promise<Map<string, SignInCounter>> {
  const found = await models.signInCounters.find({ _id: { $in: [...ids] } }).lean<SignInCounter[]>();
  return new Map(found.map((one) => [one._id, one]));
}

/** Writes a count over the counter as it was read, or creates it. Returns false if another caller has counted since. */
export async function countFailure(
  models: Models,
  id: string,
  stored: SignInCounter | undefined,
  count: Pick<SignInCounter, "failures" | "pausedUntil" | "forgottenAt">,
): Promise<boolean> {
  if (!stored) return isWritten(models.signInCounters.create({ _id: id, knownUntil: null, ...count }));
  const { failures, forgottenAt, pausedUntil } = stored;
  const read = { _id: id, failures, forgottenAt, pausedUntil };
  return (await models.signInCounters.updateOne(read, { $set: count })).modifiedCount > 0;
}

/** Resets the counter, and marks its address as known until `knownUntil`. */
export async function clearFailures(models: Models, id: string, knownUntil: Date): Promise<void> {
  await models.signInCounters.updateOne({ _id: id }, { $set: { failures: 0, pausedUntil: null, knownUntil } });
}

/** Takes back one failure. `paused`: also the pause that it started. */
export async function takeFailureBack(models: Models, id: string, paused: boolean): Promise<void> {
  const change = { $inc: { failures: -1 }, ...(paused && { $set: { pausedUntil: null } }) };
  await models.signInCounters.updateOne({ _id: id }, change);
}

/** Deletes the counters that no longer count at this time. */
export async function deleteForgottenCounters(models: Models, at: Date): Promise<void> {
  await models.signInCounters.deleteMany({
    forgottenAt: { $lte: at },
    $or: [{ knownUntil: null }, { knownUntil: { $lte: at } }],
  });
}
