// Usage counters: snapshots per month, counted once for each run however often planning is retried.
import { isDuplicateKey, type Models } from "../index.ts";
import type { Usage } from "./schema.ts";

/** Returns the month in UTC, for example `2026-11`. */
export function periodOf(at: Date): string {
  return at.toISOString().slice(0, 7);
}

/** Returns the number of snapshots an organisation used in the month of `at`. */
export async function snapshotsUsed(models: Models, orgId: string, at: Date): Promise<number> {
  const row = await models.usage.findById(`${orgId}:snapshots:${periodOf(at)}`).lean();
  return row?.count ?? 0;
}

/**
 * Counts a run's snapshots. Returns false, and counts nothing, if they would exceed `limit`. A claim document per run makes a retry
 * harmless; the counter itself is one guarded single-document update.
 */
export async function countSnapshots(
  models: Models,
  input: { orgId: string; runId: string; count: number; limit: number | null; at: Date },
): Promise<boolean> {
  const period = periodOf(input.at);
  const id = `${input.orgId}:snapshots:${period}`;
  const claim = {
    _id: `${input.orgId}:claim:${input.runId}`,
    orgId: input.orgId,
    what: "claim",
    period,
    count: input.count,
  };
  try {
    await models.usage.create(claim);
  } catch (error) {
    if (isDuplicateKey(error)) return true;
    throw error;
  }
  try {
    await models.usage.create({ _id: id, orgId: input.orgId, what: "snapshots", period, count: 0 });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  const room = input.limit === null ? {} : { count: { $lte: input.limit - input.count } };
  const updated = await models.usage.updateOne({ _id: id, ...room }, { $inc: { count: input.count } });
  if (updated.modifiedCount === 1) return true;
  await models.usage.deleteOne({ _id: claim._id });
  return false;
}

/** Returns the counts with these ids; ids that were never counted are missing. */
export async function countsOf(models: Models, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await models.usage.find({ _id: { $in: [...ids] } }).lean<Usage[]>();
  return new Map(rows.map(({ _id, count }) => [_id, count]));
}

/** Adds to an organisation's usage in a period. */
export async function addUsage(models: Models, { count, ...counter }: Usage): Promise<void> {
  try {
    await models.usage.create({ ...counter, count: 0 });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  await models.usage.updateOne({ _id: counter._id }, { $inc: { count } });
}
