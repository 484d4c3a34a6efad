// The history of a baseline, and rolling back in it. A rollback adds an entry; entries are never removed.

import type { Models } from "../index.ts";
import { keyOf } from "./key.ts";
import { originOfReturn } from "./origin.ts";
import { latestVersion, movePointer, promote } from "./promote.ts";
import type { Baseline, BaselineVersion } from "./schema.ts";

/** `by`: on whose behalf; `person`: who decided, which a key did even if a person connected its app. */
export type Rollback = { baseline: Baseline; toVersionId: string; by: string; person: string; at: Date; id: string };

/**
 * Makes the picture of an older entry current again by adding a new entry. Returns `unknown` if this baseline has no such entry, and
 * `unchanged` if that picture is already current.
 */
export async function rollback(
  models: Models,
  { baseline, toVersionId, by, person, at, id }: Rollback,
): Promise<{ kind: "unknown" } | { kind: "unchanged" | "changed"; version: BaselineVersion }> {
  const target = await models.baselineVersions
    .findOne({ _id: toVersionId, baselineId: baseline._id })
    .lean<BaselineVersion>();
  if (!target) return { kind: "unknown" };
  const key = keyOf(baseline);
  const latest = await latestVersion(models, baseline._id);
  if (latest && !latest.withdrawn && latest.picture.artifactId === target.picture.artifactId) {
    await movePointer(models, key, latest);
    return { kind: "unchanged", version: latest };
  }
  const { version } = await promote(models, {
    key,
    picture: target.picture,
    by,
    how: "rollback",
    fromRunId: target.fromRunId,
    // No shot, because the original shot must not count as promoted again.
    fromShotId: null,
    at,
    id,
    origin: originOfReturn(target, person),
  });
  return { kind: "changed", version };
}
