// An unreviewed capture on a protected main branch: becomes the baseline only if there is none yet.
import { keptReason } from "../../domain/history/protection.ts";
import { baselineIdOf } from "../../models/baselines/key.ts";
import { promotesFirstOnly } from "../../models/baselines/origin.ts";
import { latestVersion, type Promotion, promote, promoteInTurns } from "../../models/baselines/promote.ts";
import type { BaselineVersion } from "../../models/baselines/schema.ts";
import type { Models } from "../../models/index.ts";
import type { Shot } from "../../models/shots/schema.ts";

/** Returns the version it created; null: the shot has a baseline, which is kept. */
export async function promoteWherePermitted(
  { models }: { models: Models },
  shot: Pick<Shot, "_id" | "runId" | "baseline">,
  promotion: Promotion,
): Promise<BaselineVersion | null> {
  if (!(await promotesFirstOnly(models, shot.runId))) return (await promote(models, promotion)).version;
  // Whichever step of the look-up order found it: what the shot would be compared with is its baseline.
  if (shot.baseline !== null) return null;
  return promoteInTurns(models, async () => {
    const latest = await latestVersion(models, baselineIdOf(promotion.key));
    const isKept = latest && !latest.withdrawn && latest.fromShotId !== shot._id;
    return isKept ? null : { promotion, seen: latest?.version ?? 0 };
  });
}

/** Returns the result of a shot whose baseline is kept. */
export async function keptResult(models: Models, shot: Pick<Shot, "baseline" | "baselineKey">, testId: string) {
  const latest = shot.baseline ? null : await latestVersion(models, baselineIdOf(shot.baselineKey));
  const picture = shot.baseline ?? latest?.picture ?? null;
  return {
    status: "passed" as const,
    reasons: [keptReason(shot.baselineKey.branch)],
    mismatchPercent: null,
    changedPixels: null,
    fingerprint: null,
    artifacts: { baseline: picture?.artifactId ?? null, test: testId, diff: null, map: picture?.mapId ?? null },
  };
}
