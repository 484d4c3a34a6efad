// Counts one pair with the comparison's own code and with a single pixelmatch call over the whole pictures.
import pixelmatch from "pixelmatch";
import { decodePng } from "../../../../activities/compare/engine/decode.ts";
import { diffPixels } from "../../../../domain/visual/compare/diffPixels.ts";
import { STRICT_DISTANCE, VISIBLE_DISTANCE } from "../../../../domain/visual/compare/judgement.ts";
import type { Picture } from "../../../../domain/visual/compare/picture.ts";

/** The settings for pictures of the same renderer and of different renderers. */
const SETTINGS = [
  { threshold: STRICT_DISTANCE, smoothing: "counts" },
  { threshold: VISIBLE_DISTANCE, smoothing: "ignored" },
] as const;

export type Counts = { comparison: number[]; pixelmatch: number[] };

/** Counts with each of the settings. Both pictures have the same size. */
export function countBoth(before: Picture, after: Picture): Counts {
  const { width, height } = after;
  const segments = [{ baselineY: 0, testY: 0, height }];
  const counts: Counts = { comparison: [], pixelmatch: [] };
  for (const { threshold, smoothing } of SETTINGS) {
    const options = { threshold, smoothing };
    counts.comparison.push(diffPixels(before, after, segments, new Uint8Array(width * height), options));
    const own = { threshold, includeAA: smoothing === "counts" };
    counts.pixelmatch.push(pixelmatch(before.data, after.data, undefined, width, height, own));
  }
  return counts;
}

/** Returns null for pictures of different sizes, which pixelmatch does not accept. */
export async function countFiles(before: Uint8Array, after: Uint8Array): Promise<Counts | null> {
  const [a, b] = await Promise.all([decodePng(before), decodePng(after)]);
  return a.width === b.width && a.height === b.height ? countBoth(a, b) : null;
}
