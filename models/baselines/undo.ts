// Reverts one approval: the picture before it becomes current again, unless another picture has replaced it since.

import type { Models } from "../index.ts";
import type { BaselineKey } from "./key.ts";
import { baselineIdOf } from "./key.ts";
import { originOfReturn } from "./origin.ts";
import { addVersion, latestVersion, movePointer } from "./promote.ts";
import type { BaselineVersion } from "./schema.ts";

/** `by` and `person`: as in `Rollback`. If nobody decided it, `person` is null, and the decision remains that of whoever accepted the picture. */
export type Undo = { key: BaselineKey; versionId: string; by: string; person: string | null; at: Date; id: string };

/**
 * Returns `moved` if another picture was accepted since; nothing was changed then. If the baseline was reverted to another picture since,
 * nothing is left to do. Safe to repeat and to race.
 */
export async function undoPromotion(
  models: Models,
  { key, versionId, by, person, at, id }: Undo,
): Promise<{ outcome: "undone" | "moved"; latest: BaselineVersion | null }> {
  const baselineId = baselineIdOf(key);
  for (;;) {
    const latest = await latestVersion(models, baselineId);
    const own = await models.baselineVersions.findOne({ _id: versionId, baselineId }).lean<BaselineVersion>();
    if (!latest || !own) return { outcome: "moved", latest };
    const shows = !latest.withdrawn && latest.picture.artifactId === own.picture.artifactId;
    if (latest.how === "rollback" && (latest.previousVersionId === versionId || !shows)) {
      // An earlier call may have died before moving the pointer.
      await movePointer(models, key, latest);
      return { outcome: "undone", latest };
    }
    // The undo of a later approval made this picture current again. If somebody rolled back to it, that decision stays.
    const isAgain = shows && latest.undoesRunId != null && latest.fromRunId === own.fromRunId;
    if (latest._id !== versionId && !isAgain) return { outcome: "moved", latest };
    const to = own.previousVersionId
      ? await models.baselineVersions.findOne({ _id: own.previousVersionId, baselineId }).lean<BaselineVersion>()
      : null;
    const standing = to && !to.withdrawn ? to : null;
    const accepted = standing ?? own;
    const who = { by, person: person ?? accepted.person ?? accepted.promotedBy };
    const made = await addReturn(models, key, { latest, undone: own, to: standing, ...who, at, id });
    if (made) return { outcome: "undone", latest: made };
  }
}

type Return = {
  latest: BaselineVersion;
  /** The entry whose decision is undone. */
  undone: BaselineVersion;
  /** The entry whose picture is current again; null: there is none. */
  to: BaselineVersion | null;
  by: string;
  person: string;
  at: Date;
  id: string;
};

/** Adds the entry that undoes another one. Returns null if another writer was faster. */
export async function addReturn(
  models: Models,
  key: BaselineKey,
  { latest, undone, to, by, person, at, id }: Return,
): Promise<BaselineVersion | null> {
  const made: BaselineVersion = {
    _id: id,
    baselineId: latest.baselineId,
    projectId: key.projectId,
    version: latest.version + 1,
    picture: (to ?? latest).picture,
    promotedBy: by,
    how: "rollback",
    fromRunId: to?.fromRunId ?? null,
    // No shot, because the original shot must not count as promoted again.
    fromShotId: null,
    previousVersionId: undone._id,
    withdrawn: to === null,
    undoesRunId: undone.fromRunId,
    at,
    ...originOfReturn(to, person),
  };
  if (!(await addVersion(models, made))) return null;
  await movePointer(models, key, made);
  return made;
}
