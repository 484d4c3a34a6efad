// Reports which baselines a run that ended early had already replaced, in its results and its error.
import { plural } from "../../domain/text.ts";
import type { Reason } from "../../domain/visual/outcome.ts";
import { viewWords } from "../../domain/visual/viewWords.ts";
import type { Models } from "../index.ts";
import type { Shot } from "../shots/schema.ts";
import { promotionsOf } from "./rollbackRun.ts";
import type { BaselineVersion } from "./schema.ts";

/** Maximum number of baselines that an error names; the results list all of them. */
const NAMED = 5;

/** Returns the result of a shot whose picture is a version of the baseline. */
export function promotedResult({ version, picture }: Pick<BaselineVersion, "version" | "picture">) {
  const before = version > 1 ? `; it replaced version ${version - 1}` : "; there was none before";
  const reason: Reason = {
    code: "baseline_captured",
    message: `The screenshot is version ${version} of the baseline${before}.`,
    data: { version },
  };
  const { artifactId, mapId } = picture;
  return {
    status: "passed" as const,
    reasons: [reason],
    mismatchPercent: 0,
    changedPixels: 0,
    fingerprint: null,
    artifacts: { baseline: artifactId, test: artifactId, diff: null, map: mapId },
  };
}

/** Writes the result of shots whose picture was promoted but whose result was not written before their run ended. */
export async function settlePromotedShots(models: Models, runId: string, at: Date): Promise<void> {
  const promoted = await ownPromotions(models, runId);
  if (promoted.length === 0) return;
  const open = { runId, kind: "baseline" as const, $or: [{ status: "pending" as const }, { fingerprint: "not_run" }] };
  const shots = await models.shots.find(open, { _id: 1 }).lean<Pick<Shot, "_id">[]>();
  const waiting = new Set(shots.map(({ _id }) => _id));
  for (const version of promoted) {
    if (version.fromShotId === null || !waiting.has(version.fromShotId)) continue;
    await models.shots.updateOne(
      { ...open, _id: version.fromShotId },
      { $set: { ...promotedResult(version), decidedAt: at } },
    );
  }
}

/** Returns "2 baselines were replaced before that, of 9 planned: …", or null if there were none. */
export async function replacedSentence(models: Models, runId: string): Promise<string | null> {
  const shotIds = (await ownPromotions(models, runId)).flatMap(({ fromShotId }) => fromShotId ?? []);
  if (shotIds.length === 0) return null;
  const [total, shots] = await Promise.all([
    models.shots.countDocuments({ runId }),
    models.shots
      .find({ _id: { $in: shotIds } }, { scenarioLabel: 1, selector: 1, viewport: 1, browser: 1, mode: 1 })
      .sort({ index: 1 })
      .lean<Pick<Shot, "scenarioLabel" | "selector" | "viewport" | "browser" | "mode">[]>(),
  ]);
  const names = shots
    .slice(0, NAMED)
    .map((s) => `${s.scenarioLabel}${s.selector ? ` ${s.selector}` : ""} (${viewWords(s)})`);
  const more = shots.length > NAMED ? ` and ${shots.length - NAMED} more` : "";
  const count = plural(shotIds.length, "baseline was", "baselines were");
  return `${count} replaced before that, of ${total} planned: ${names.join(", ")}${more}. POST /api/baselines/rollback-run with this runId reverts them.`;
}

/** Returns the run's promotions without those that people approved, which are not part of how the run ended. */
async function ownPromotions(models: Models, runId: string): Promise<BaselineVersion[]> {
  return (await promotionsOf(models, runId)).filter(({ how }) => how !== "approve");
}
