// Reverts one approval: the picture before it becomes current again, unless another picture has replaced it since.

import type { Models } from "../index.ts";
import type { BaselineKey } from "./key.ts";
import { baselineIdOf } from "./key.ts";
import { originOfReturn } from "./origin.ts";
import { addVersion, latestVersion, movePointer } from "./promote.ts";
import type { BaselineVersion } from "./schema.ts";

/** `by` and `person`: as in `Rollback`. If nobody decided it, `person` is null, and the decision remains that of whoever accepted the picture. */
export type Undo = { key: BaselineKey; versionId: string; by: string; person: string | null; at: Date; id: string };

/** Returns `moved` if there is a newer entry; nothing was changed then. Safe to repeat and to race. */
export async function undoPromotion(
  models: Models,
  { key, versionId, by, person, at, id }: Undo,
): Promise<{ outcome: "undone" | "moved"; latest: BaselineVersion | null }> {
  const baselineId = baselineIdOf(key);
  for (;;) {
    const latest = await latestVersion(models, baselineId);
    const own = await models.baselineVersions.findOne({ _id: versionId, baselineId }).lean<BaselineVersion>();
    if (!latest || !own) return { outcome: "moved", latest };
    // An earlier call reverted it, and may have died before moving the pointer.
    if (latest.how === "rollback" && latest.previousVersionId === versionId && latest.undoesRunId === own.fromRunId) {
      await movePointer(models, key, latest);
      return { outcome: "undone", latest };
    }
    if (latest._id !== versionId) return { outcome: "moved", latest };
    const to = own.previousVersionId
      ? await models.baselineVersions.findOne({ _id: own.previousVersionId, baselineId }).lean<BaselineVersion>()
      : null;
    const standing = to && !to.withdrawn ? to : null;
    const accepted = standing ?? own;
    const made: BaselineVersion = {
      _id: id,
      baselineId,
      projectId: key.projectId,
      version: latest.version + 1,
      picture: (standing ?? latest).picture,
      promotedBy: by,
      how: "rollback",
      fromRunId: standing?.fromRunId ?? null,
      fromShotId: null,
      // Lets the same result be approved again.
      previousVersionId: latest._id,
      withdrawn: standing === null,
      undoesRunId: own.fromRunId,
      at,
      ...originOfReturn(standing, person ?? accepted.person ?? accepted.promotedBy),
    };
    if (!(await addVersion(models, made))) continue;
    await movePointer(models, key, made);
    return { outcome: "undone", latest: made };
  }
}
