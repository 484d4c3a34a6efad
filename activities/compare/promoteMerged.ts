// On the main branch, promotes a screenshot that equals a merge of what both sides accepted.
import { leavesOf } from "../../domain/history/mergeLeaves.ts";
import type { MergeOf } from "../../domain/history/reference.ts";
import type { BaselinePicture } from "../../models/baselines/schema.ts";
import type { CaptureRecord, Shot } from "../../models/shots/schema.ts";
import type { CompareDeps } from "../deps.ts";
import { moveMain } from "../promote/moveMain.ts";
import type { MetVersion } from "./merged.ts";

/** See `moveMain`: it may replace each of the combined screenshots. */
export async function promoteMerged(
  deps: CompareDeps,
  shot: Shot,
  { merge, test, met }: { merge: MergeOf; test: CaptureRecord; met: readonly MetVersion[] },
): Promise<void> {
  const picture = pictureOf(test);
  const [ours, decision] = [met[0]?.decision, (met[1] ?? met[0])?.decision];
  if (!shot.reference?.main?.own || !picture || !ours || !decision) return;
  await moveMain(deps, shot, { picture, decision, comparedWith: ours.versionId, over: new Set(leavesOf(merge)) });
}

/** Null for a screenshot that nothing can be compared with, because its renderer is unknown. */
function pictureOf(test: CaptureRecord): BaselinePicture | null {
  const { artifactId, mapId, frameSha256, pixelSha256, width, height, renderer, restless = [], rested } = test;
  if (!artifactId || !frameSha256 || !pixelSha256 || !renderer) return null;
  return {
    artifactId,
    mapId,
    frameSha256,
    pixelSha256,
    width,
    height,
    renderer,
    ...(restless.length > 0 && { restless }),
    ...(rested && { rested }),
  };
}
