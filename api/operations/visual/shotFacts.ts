// What is known of a stored result, read together for explanations and estimates.
import type { ShotFacts, Size } from "../../../domain/visual/explain/shotCause.ts";
import type { PageMap } from "../../../domain/visual/pageMap.ts";
import { readPageMap } from "../../../models/artifacts/pageMap.ts";
import type { CaptureRecord, Shot } from "../../../models/shot.ts";
import { ArtifactDamagedError, ArtifactMissingError } from "../../../platform/artifactStore.ts";
import type { OperationContext } from "../../lib/context.ts";

/** The capture that decided: the last one with a picture. */
export function decidingCapture({ captures }: Pick<Shot, "captures">): CaptureRecord | null {
  return captures.findLast(({ artifactId }) => artifactId !== null) ?? null;
}

/** The capture before the one that decided, with its page map; null where there is none. */
export async function otherCaptureOf(
  ctx: Pick<OperationContext, "artifacts">,
  { captures }: Pick<Shot, "captures">,
): Promise<ShotFacts["otherCapture"]> {
  const before = captures.filter(({ artifactId }) => artifactId !== null).at(-2);
  if (!before) return null;
  return { map: await mapOrNull(ctx, before.mapId), size: { width: before.width, height: before.height } };
}

/** Sizes of both pictures in pixels; null where there are not two. */
export function sizesOf(shot: Pick<Shot, "captures" | "baseline">): { baseline: Size; test: Size } | null {
  const test = decidingCapture(shot);
  if (!test || !shot.baseline) return null;
  const { width, height } = shot.baseline;
  return { baseline: { width, height }, test: { width: test.width, height: test.height } };
}

/** The page maps of both sides. One that is lost is as one that never was: an answer without it is still an answer. */
export async function mapsOf(
  ctx: Pick<OperationContext, "artifacts">,
  shot: Pick<Shot, "captures" | "baseline">,
): Promise<Pick<ShotFacts, "baselineMap" | "testMap">> {
  const [baselineMap, testMap] = await Promise.all([
    mapOrNull(ctx, shot.baseline?.mapId ?? null),
    mapOrNull(ctx, decidingCapture(shot)?.mapId ?? null),
  ]);
  return { baselineMap, testMap };
}

async function mapOrNull(
  { artifacts }: Pick<OperationContext, "artifacts">,
  id: string | null,
): Promise<PageMap | null> {
  try {
    return await readPageMap(artifacts, id);
  } catch (error) {
    if (error instanceof ArtifactMissingError || error instanceof ArtifactDamagedError) return null;
    throw error;
  }
}
