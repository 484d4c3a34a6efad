// Loads everything that was ever accepted for some baselines of a project.

import type { Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import { readInTurns } from "../lib/readInTurns.ts";
import type { Baseline, BaselineVersion } from "./schema.ts";

/** Number of ids per query. */
const BATCH = 500;

/**
 * Returns the entries of these baselines. Entries of earlier versions lack `projectId`: they are noticed by counting the entries per
 * baseline, read by baseline id, and given the field once, so that the next call needs one query.
 */
export async function versionsOf(
  models: Models,
  projectId: string,
  baselines: readonly Pick<Baseline, "_id" | "version">[],
): Promise<BaselineVersion[]> {
  const wanted = new Set(baselines.map(({ _id }) => _id));
  const read = await readInTurns<BaselineVersion>(models.baselineVersions, { projectId }, {});
  const found = read.filter(({ baselineId }) => wanted.has(baselineId));
  const counts = new Map<string, number>();
  for (const { baselineId } of found) counts.set(baselineId, (counts.get(baselineId) ?? 0) + 1);
  const incomplete = baselines.filter(({ _id, version }) => (counts.get(_id) ?? 0) < version).map(({ _id }) => _id);
  for (const some of chunksOf(incomplete, BATCH)) {
    const unnamed = { baselineId: { $in: some }, projectId: { $exists: false } };
    const older = await readInTurns<BaselineVersion>(models.baselineVersions, unnamed, {});
    if (older.length === 0) continue;
    found.push(...older);
    await models.baselineVersions.updateMany(unnamed, { $set: { projectId } });
  }
  return found;
}
