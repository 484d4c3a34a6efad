// Compares a screenshot with its shot's reference: one accepted screenshot, or several combined in a merge.
import type { MergeOf } from "../../domain/history/reference.ts";
import type { Comparison } from "../../domain/visual/outcome.ts";
import type { ComparisonRule, ShotSpec } from "../../domain/visual/shot.ts";
import { toleranceReasons } from "../../domain/visual/wideRules/applied.ts";
import type { BaselinePicture } from "../../models/baselines/schema.ts";
import type { CaptureRecord, Shot } from "../../models/shots/schema.ts";
import type { CompareDeps } from "../deps.ts";
import { judgePictures } from "./judge.ts";
import { judgeMerge, type MetVersion } from "./merged.ts";

export type JudgedShot = {
  comparison: Comparison;
  /** For a merge: what the screenshot was compared with, and the accepted screenshots that were combined. */
  merged: { merge: MergeOf; baseline: BaselinePicture; met: MetVersion[] } | null;
};

/** `toleranceOf`: the rule for several scenarios that sets the threshold. */
export type JudgeInput = {
  shot: Shot;
  test: CaptureRecord;
  rules: ComparisonRule[];
  threshold: number;
  toleranceOf?: ShotSpec["toleranceOf"] | null;
};

/** Null: there is nothing to compare with. Rejects with ArtifactMissingError or ArtifactDamagedError. */
export async function judgeShot(
  deps: CompareDeps,
  input: JudgeInput,
  signal?: AbortSignal,
): Promise<JudgedShot | null> {
  const judged = await judge(deps, input, signal);
  if (!judged) return null;
  const { comparison } = judged;
  const tolerated = toleranceReasons(comparison, input.threshold, input.toleranceOf ?? null);
  return { ...judged, comparison: { ...comparison, reasons: [...comparison.reasons, ...tolerated] } };
}

async function judge(
  deps: CompareDeps,
  { shot, test, rules, threshold }: JudgeInput,
  signal?: AbortSignal,
): Promise<JudgedShot | null> {
  const merge = shot.reference?.merge ?? null;
  if (merge !== null && typeof merge !== "string") {
    const judged = await judgeMerge(deps, { shot, merge, test, rules, threshold }, signal);
    return judged && { comparison: judged.comparison, merged: { merge, baseline: judged.baseline, met: judged.met } };
  }
  if (!shot.baseline) return null;
  const contentChanges = shot.spec.contentChanges ?? null;
  const pair = { baseline: shot.baseline, test, rules, threshold, contentChanges };
  return { comparison: await judgePictures(deps, pair, signal), merged: null };
}

/** Returns what a shot stores of it, so that the screenshots shown side by side are those that were compared. */
export function comparedWith({ artifacts }: Pick<Shot, "artifacts">, baseline: BaselinePicture) {
  return { baseline, artifacts: { ...artifacts, baseline: baseline.artifactId } };
}

/** Returns what a shot stores of a comparison, besides its verdict. */
export function figuresOf(comparison: Comparison) {
  const { mismatchPercent, changedPixels, regions, shifts, bands, fingerprint, causes, changes, ruleUse } = comparison;
  const figures = { mismatchPercent, changedPixels, regions, shifts, bands, fingerprint, causes, changes };
  return { ...figures, ruleUse: ruleUse ?? [] };
}
