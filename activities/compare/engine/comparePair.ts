// Compares two PNG files: cheap checks first, then pixels.
import { comparePictures, equalComparison } from "../../../domain/visual/compare/comparePictures.ts";
import type { Picture } from "../../../domain/visual/compare/picture.ts";
import { NO_TOLERANCE } from "../../../domain/visual/shot.ts";
import { decodePng, pngSize, sameBytes } from "./decode.ts";
import { drawDiff } from "./diffPicture.ts";
import type { CompareAnswer, CompareRequest } from "./jobs.ts";

/** Returns the result for identical files, null otherwise. Cheap enough (0.3 ms for 3 MB) for any thread. */
export function sameBytesAnswer({ baselinePng, testPng }: CompareRequest): CompareAnswer | null {
  if (!sameBytes(baselinePng, testPng)) return null;
  const { width, height } = pngSize(testPng);
  return { comparison: equalComparison(width, height, {}), diffPng: null };
}

export async function comparePair(request: CompareRequest): Promise<CompareAnswer> {
  const same = sameBytesAnswer(request);
  if (same) return same;
  const started = performance.now();
  const [baseline, test] = await Promise.all([decodePng(request.baselinePng), decodePng(request.testPng)]);
  return compareDecoded(baseline, test, request, { decode: performance.now() - started });
}

/** `took`: ms spent before. */
export function compareDecoded(
  baseline: Picture,
  test: Picture,
  request: Omit<CompareRequest, "baselinePng" | "testPng">,
  took: Record<string, number> = {},
): CompareAnswer {
  if (baseline.width === test.width && baseline.height === test.height && sameBytes(baseline.data, test.data))
    return { comparison: equalComparison(test.width, test.height, took), diffPng: null };
  const { comparison, mask, maskWidth, removedAt, outlines } = comparePictures({
    baseline,
    test,
    baselineMap: request.baselineMap ?? null,
    testMap: request.testMap ?? null,
    rules: request.rules ?? [],
    misMatchThreshold: request.misMatchThreshold ?? NO_TOLERANCE,
    sameRenderer: request.sameRenderer,
    contentChanges: request.contentChanges,
    restless: request.restless,
    pixelThreshold: request.pixelThreshold,
    align: request.align ?? true,
    same: (a, b) => Buffer.compare(a, b) === 0,
    now: () => performance.now(),
  });
  const timings: Record<string, number> = { ...took, ...comparison.timings };
  const drawing = request.diffPicture ?? "never";
  let diffPng: Uint8Array | null = null;
  if (drawing === "always" || (drawing === "failed" && comparison.verdict === "failed")) {
    const from = performance.now();
    diffPng = drawDiff({ test, mask, maskWidth, removedAt, regions: outlines });
    timings.draw = performance.now() - from;
  }
  return { comparison: { ...comparison, timings }, diffPng };
}
