// Loads the screenshots and page maps of a shot and compares them; shared by the run itself and by recompare.
import type { ContentPolicy } from "../../domain/visual/compare/judgement.ts";
import type { Comparison } from "../../domain/visual/outcome.ts";
import { rendererChanges } from "../../domain/visual/renderer.ts";
import type { ComparisonRule } from "../../domain/visual/shot.ts";
import { readPageMap } from "../../models/artifacts/pageMap.ts";
import type { BaselinePicture } from "../../models/baselines/schema.ts";
import type { CaptureRecord } from "../../models/shots/schema.ts";
import type { CompareDeps } from "../deps.ts";
import type { CompareRequest } from "./engine/jobs.ts";

type Pair = {
  baseline: Pick<BaselinePicture, "artifactId" | "mapId" | "renderer" | "restless">;
  test: CaptureRecord;
  rules: ComparisonRule[];
  threshold: number;
  contentChanges: ContentPolicy | null;
};

/** Loads the screenshots and maps of a pair for the compare pool. Rejects with ArtifactMissingError or ArtifactDamagedError. */
export async function loadPair(
  deps: Pick<CompareDeps, "artifacts">,
  { baseline, test, rules, threshold, contentChanges }: Pair,
): Promise<CompareRequest> {
  if (!test.artifactId) throw new Error("This capture has no screenshot to compare.");
  const [baselinePng, testPng, baselineMap, testMap] = await Promise.all([
    deps.artifacts.get(baseline.artifactId),
    deps.artifacts.get(test.artifactId),
    readPageMap(deps.artifacts, baseline.mapId),
    readPageMap(deps.artifacts, test.mapId),
  ]);
  const sameRenderer = rendererChanges(baseline.renderer, test.renderer).length === 0;
  return {
    baselinePng,
    testPng,
    baselineMap,
    testMap,
    rules,
    misMatchThreshold: threshold,
    sameRenderer,
    contentChanges,
    restless: { baseline: baseline.restless ?? [], test: test.restless ?? [] },
  };
}

/** Compares a captured screenshot with a baseline under the given rules. */
export async function judgePictures(deps: CompareDeps, pair: Pair, signal?: AbortSignal): Promise<Comparison> {
  const request = await loadPair(deps, pair);
  return (await deps.pictures.compare(request, signal ? { signal } : {})).comparison;
}
