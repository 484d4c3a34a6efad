// Compares a screenshot with a merge: changes accepted on either side are expected, and only what neither side has is a difference.
import { leftOutReason, mergedReason } from "../../domain/history/approvalSentences.ts";
import { type Decision, decisionOf } from "../../domain/history/branchApproval.ts";
import { leavesOf } from "../../domain/history/mergeLeaves.ts";
import type { MergeOf } from "../../domain/history/reference.ts";
import type { Comparison } from "../../domain/visual/outcome.ts";
import { rendererChanges } from "../../domain/visual/renderer.ts";
import type { ComparisonRule } from "../../domain/visual/shot.ts";
import { keepArtifact } from "../../models/artifacts/keepArtifact.ts";
import { readPageMap } from "../../models/artifacts/pageMap.ts";
import type { BaselinePicture, BaselineVersion } from "../../models/baselines/schema.ts";
import { branchesOfBaselines, versionsWithIds } from "../../models/baselines/versionQueries.ts";
import type { CaptureRecord, Shot } from "../../models/shots/schema.ts";
import { ArtifactMissingError, sha256 } from "../../platform/artifacts/store.ts";
import type { CompareDeps } from "../deps.ts";
import { storeMap } from "../storeMap.ts";
import type { ExpectedPicture, MergedVersion } from "./engine/jobs.ts";

/** An accepted screenshot that takes part in the merge, and the decision about it. */
export type MetVersion = { version: BaselineVersion; decision: Decision };

export type Judged = {
  comparison: Comparison;
  /** What the screenshot was compared with, shown next to it. */
  baseline: BaselinePicture;
  /** Of both sides, ours first. */
  met: MetVersion[];
};

type Asked = {
  shot: Shot;
  merge: Exclude<MergeOf, string | null>;
  test: CaptureRecord;
  rules: ComparisonRule[];
  threshold: number;
};

/** Null: no side has a screenshot. Rejects with ArtifactMissingError or ArtifactDamagedError if one of them is lost. */
export async function judgeMerge(
  deps: CompareDeps,
  { shot, merge, test, rules, threshold }: Asked,
  signal?: AbortSignal,
): Promise<Judged | null> {
  const { artifacts, pictures } = deps;
  const all = await versionsOf(deps, merge);
  const [first] = leavesOf(merge, "sides").map((id) => all.get(id));
  if (!test.artifactId || !first) return null;
  const [testPng, testMap, versions] = await Promise.all([
    artifacts.get(test.artifactId),
    readPageMap(artifacts, test.mapId),
    picturesOf(deps, [...all.values()]),
  ]);
  const met = leavesOf(merge, "sides").flatMap((id) => all.get(id) ?? []);
  const answer = await pictures.merge(
    {
      tree: merge,
      versions,
      testPng,
      testMap,
      testRestless: test.restless ?? [],
      rules,
      misMatchThreshold: threshold,
      sameRenderer: met.every(({ version }) => rendererChanges(version.picture.renderer, test.renderer).length === 0),
      contentChanges: shot.spec.contentChanges ?? null,
    },
    signal ? { signal } : {},
  );
  if (answer.expected === null) return null;
  const baseline = await keep(deps, shot, test, answer.expected, met);
  const { comparison, known } = answer;
  const [ours, ...others] = met;
  const decisions = { ours: ours?.decision ?? first.decision, theirs: others.map(({ decision }) => decision) };
  const { verdict, reasons } = comparison;
  const told =
    verdict === "passed"
      ? [mergedReason(decisions, shownBy(baseline, met)), ...reasons.filter(({ code }) => code !== "equal")]
      : reasons.toSpliced(1, 0, ...(known > 0 ? [leftOutReason(known, decisions.theirs)] : []));
  return { comparison: { ...comparison, reasons: told }, baseline, met };
}

/** Returns the decision about exactly this screenshot, if the merge resolved to one of them. */
function shownBy({ pixelSha256 }: BaselinePicture, met: readonly MetVersion[]): Decision | null {
  return met.find(({ version }) => version.picture.pixelSha256 === pixelSha256)?.decision ?? null;
}

async function versionsOf({ models }: Pick<CompareDeps, "models">, merge: MergeOf): Promise<Map<string, MetVersion>> {
  const ids = leavesOf(merge);
  const found = await versionsWithIds(models, ids);
  const missing = ids.find((id) => !found.some(({ _id }) => _id === id));
  if (missing !== undefined) throw new ArtifactMissingError(missing);
  const branches = await branchesOfBaselines(
    models,
    found.map(({ baselineId }) => baselineId),
  );
  return new Map(
    found.map((version) => {
      const decision = decisionOf(version, branches.get(version.baselineId) ?? "another branch");
      return [version._id, { version, decision }];
    }),
  );
}

async function picturesOf(
  { artifacts }: Pick<CompareDeps, "artifacts">,
  met: readonly MetVersion[],
): Promise<Record<string, MergedVersion>> {
  const entries = met.map(async ({ version: { _id, picture } }): Promise<[string, MergedVersion]> => {
    const [png, map] = await Promise.all([artifacts.get(picture.artifactId), readPageMap(artifacts, picture.mapId)]);
    return [_id, { png, map, restless: picture.restless ?? [] }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Stores the expected screenshot as a baseline for display and later comparisons; uses the test's own if both are equal. */
async function keep(
  deps: CompareDeps,
  { projectId }: Shot,
  test: CaptureRecord,
  { png, map, restless, pixelSha256, width, height }: ExpectedPicture,
  met: readonly MetVersion[],
): Promise<BaselinePicture> {
  const [artifactId, mapId] = await Promise.all([
    png ? keepArtifact(deps, { projectId, bytes: png, contentType: "image/png" }) : test.artifactId,
    png && map ? storeMap(deps, { projectId, map }) : png ? null : test.mapId,
  ]);
  const pictures = met.map(({ version }) => version.picture);
  const [ours] = pictures;
  if (!artifactId || !ours) throw new Error("A merge of no screenshots cannot be saved.");
  const frameSha256 = png ? sha256(png) : (test.frameSha256 ?? pixelSha256);
  const rested = pictures.some((one) => one.rested);
  const confirmed = pictures.every((one) => one.confirmed || one.rested);
  return {
    artifactId,
    mapId,
    frameSha256,
    pixelSha256,
    width,
    height,
    renderer: ours.renderer,
    ...(restless.length > 0 && { restless }),
    ...(rested ? { rested } : confirmed && { confirmed }),
  };
}
