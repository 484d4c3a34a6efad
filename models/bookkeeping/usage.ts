// Usage counters: snapshots per month, counted once for each run however often planning is retried.
import { createHash } from "node:crypto";
import { isWritten, type Models } from "../index.ts";
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

/** Number of runs that a counter remembers: far more than are planned between the attempts to plan one. */
const MAX_COUNTED = 500;

/** Names a run in a counter, which stays when the run is erased. */
const markOf = (runId: string): string => createHash("sha256").update(runId).digest("hex").slice(0, 16);

/**
 * Counts a run's snapshots. Returns false, and counts nothing, if they would exceed `limit`. `at`: the same time in every attempt. The count
 * and the run that it belongs to are one update of one document, so a retry counts what a killed attempt did not, and nothing twice.
 */
export async function countSnapshots(
  models: Models,
  { orgId, runId, count, limit, at }: { orgId: string; runId: string; count: number; limit: number | null; at: Date },
): Promise<boolean> {
  const counter = { orgId, what: "snapshots", period: periodOf(at) };
  const _id = `${orgId}:snapshots:${counter.period}`;
  const mark = markOf(runId);
  for (;;) {
    const stored = (await models.usage.findById(_id).lean<Usage>()) ?? (await begin(models, { _id, ...counter }));
    const { counted = [], rev = null } = stored;
    if (counted.includes(mark)) return true;
    if (limit !== null && stored.count + count > limit) return false;
    const change = { $inc: { count, rev: 1 }, $set: { counted: [...counted, mark].slice(-MAX_COUNTED) } };
    if ((await models.usage.updateOne({ _id, rev }, change)).modifiedCount === 1) return true;
  }
}

async function begin(models: Models, counter: Omit<Usage, "count">): Promise<Usage> {
  const none = { ...counter, count: 0 };
  // Earlier versions wrote one document for each run.
  await models.usage.deleteMany({ orgId: counter.orgId, what: "claim" });
  await isWritten(models.usage.create(none));
  return (await models.usage.findById(counter._id).lean<Usage>()) ?? none;
}

/** Returns the counts with these ids; ids that were never counted are missing. */
export async function countsOf(models: Models, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await models.usage.find({ _id: { $in: [...ids] } }).lean<Usage[]>();
  return new Map(rows.map(({ _id, count }) => [_id, count]));
}

/** Adds to an organisation's usage in a period. */
export async function addUsage(models: Models, { count, ...counter }: Usage): Promise<void> {
  await isWritten(models.usage.create({ ...counter, count: 0 }));
  await models.usage.updateOne({ _id: counter._id }, { $inc: { count } });
}
