// Everything that was ever accepted for some baselines of a project.

import type { Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import { readInTurns } from "../lib/readInTurns.ts";
import type { Baseline, BaselineVersion } from "./schema.ts";

/** Ids of one query. */
const BATCH = 500;

/**
 * The entries of these baselines. Those of earlier versions do not name their project: they are found by their baselines,
 * which counts them, and named once, so that the next who asks needs one query.
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
