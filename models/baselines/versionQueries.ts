// Queries for single entries of baselines.

import type { Models } from "../index.ts";
import type { Baseline, BaselineVersion } from "./schema.ts";

/** Returns the entry with this id, or null if there is none. */
export function findVersion(models: Models, versionId: string): Promise<BaselineVersion | null> {
  return models.baselineVersions.findOne({ _id: versionId }).lean<BaselineVersion>();
}

/** Returns entries by id, in no particular order. */
export function versionsWithIds(models: Models, ids: readonly string[]): Promise<BaselineVersion[]> {
  return models.baselineVersions.find({ _id: { $in: [...ids] } }).lean<BaselineVersion[]>();
}

/** Returns the branches of baselines by their ids. */
export async function branchesOfBaselines(
  models: Models,
  baselineIds: readonly string[],
): Promise<Map<string, string>> {
  const found = await models.baselines
    .find({ _id: { $in: [...baselineIds] } }, { branch: 1 })
    .lean<Pick<Baseline, "_id" | "branch">[]>();
  return new Map(found.map(({ _id, branch }) => [_id, branch]));
}
