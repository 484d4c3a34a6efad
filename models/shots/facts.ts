// Reads the facts about a stored result together, for explanations and estimates.
import type { EarlierResult, ShotFacts, Size } from "../../domain/visual/explain/shotCause.ts";
import type { PageMap } from "../../domain/visual/pageMap.ts";
import { ArtifactDamagedError, ArtifactMissingError, type ArtifactStore } from "../../platform/artifacts/store.ts";
import { readPageMap } from "../artifacts/pageMap.ts";
import type { BaselinePicture } from "../baselines/schema.ts";
import type { Models } from "../index.ts";
import { type Comparable, runsBefore } from "../runs/before.ts";
import { comparisonRulesOf } from "../wideRules/ofScenario.ts";
import type { CaptureRecord, Shot } from "./schema.ts";

export const hasShotOf = async (models: Models, runId: string, scenarioLabel: string): Promise<boolean> =>
  (await models.shots.exists({ runId, scenarioLabel })) !== null;

/** Returns the deciding capture: the last one with a picture. */
export function decidingCapture<C extends Pick<CaptureRecord, "artifactId">>({
  captures,
}: {
  captures: readonly C[];
}): C | null {
  return captures.findLast(({ artifactId }) => artifactId !== null) ?? null;
}

/** Returns the picture of a capture; null if it has none, or nothing can be compared with it, because its renderer is unknown. */
export function pictureOf(capture: CaptureRecord): BaselinePicture | null {
  const { artifactId, mapId, frameSha256, pixelSha256, width, height, renderer, restless, rested } = capture;
  if (!artifactId || !frameSha256 || !pixelSha256 || !renderer) return null;
  const known = { artifactId, mapId, frameSha256, pixelSha256, width, height, renderer };
  return { ...known, ...(restless?.length && { restless }), ...(rested && { rested }) };
}

/** Returns the capture before the deciding one, with its page map, or null if there is none. */
export async function otherCaptureOf(
  deps: { artifacts: ArtifactStore },
  { captures }: Pick<Shot, "captures">,
): Promise<ShotFacts["otherCapture"]> {
  const before = captures.filter(({ artifactId }) => artifactId !== null).at(-2);
  if (!before) return null;
  return { map: await mapOrNull(deps, before.mapId), size: { width: before.width, height: before.height } };
}

/** Returns the sizes of both pictures in pixels, or null if there are not two. */
export function sizesOf(shot: Pick<Shot, "captures" | "baseline">): { baseline: Size; test: Size } | null {
  const test = decidingCapture(shot);
  if (!test || !shot.baseline) return null;
  const { width, height } = shot.baseline;
  return { baseline: { width, height }, test: { width: test.width, height: test.height } };
}

/** Returns the page maps of both sides. A lost map is treated like a missing one, because the result is useful without it. */
export async function mapsOf(
  ctx: { artifacts: ArtifactStore },
  shot: Pick<Shot, "captures" | "baseline">,
): Promise<Pick<ShotFacts, "baselineMap" | "testMap">> {
  const [baselineMap, testMap] = await Promise.all([
    mapOrNull(ctx, shot.baseline?.mapId ?? null),
    mapOrNull(ctx, decidingCapture(shot)?.mapId ?? null),
  ]);
  return { baselineMap, testMap };
}

/** Returns the page map of one side. */
export async function mapOrNull(
  { artifacts }: { artifacts: ArtifactStore },
  id: string | null,
): Promise<PageMap | null> {
  try {
    return await readPageMap(artifacts, id);
  } catch (error) {
    if (error instanceof ArtifactMissingError || error instanceof ArtifactDamagedError) return null;
    throw error;
  }
}

/** Number of earlier runs that are searched. */
const EARLIER_RUNS = 10;

/** Returns results of the same place in earlier visual runs, on its environment and branch; newest first. */
export async function earlierResults(
  models: Models,
  run: Comparable,
  {
    scenarioId,
    selector,
    viewport,
    browser,
    mode,
  }: Pick<Shot, "scenarioId" | "selector" | "viewport" | "browser" | "mode">,
): Promise<EarlierResult[]> {
  const runs = await runsBefore(models, run, EARLIER_RUNS, { _id: 1 });
  const order = runs.map(({ _id }) => _id);
  if (order.length === 0) return [];
  const shots = await models.shots
    .find(
      { runId: { $in: order }, scenarioId, selector, viewport, browser },
      { runId: 1, mode: 1, status: 1, mismatchPercent: 1, fingerprint: 1, flaky: 1 },
    )
    .lean<(EarlierResult & Pick<Shot, "mode">)[]>();
  const same = shots.filter((shot) => shot.mode === mode);
  return same.sort((a, b) => order.indexOf(a.runId) - order.indexOf(b.runId));
}

/** Returns the facts about a result for an explanation: the result itself, what it was compared with, and earlier results. */
export async function factsOf(
  deps: { models: Models; artifacts: ArtifactStore },
  run: Comparable,
  shot: Shot,
  sameChange: number,
): Promise<ShotFacts> {
  const [maps, otherCapture, rules, earlier] = await Promise.all([
    mapsOf(deps, shot),
    shot.flaky ? otherCaptureOf(deps, shot) : null,
    comparisonRulesOf(deps.models, shot),
    earlierResults(deps.models, run, shot),
  ]);
  const { reasons, mismatchPercent, threshold, regions, shifts, changes, fingerprint, flaky, movement } = shot;
  const figures = { reasons, mismatchPercent, threshold, regions, shifts, changes, fingerprint, flaky, movement };
  const judged = { ...figures, sizes: sizesOf(shot) };
  return { ...judged, ...maps, otherCapture, rules, earlier, sameChange };
}
