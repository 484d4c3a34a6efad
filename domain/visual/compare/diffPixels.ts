// Counts changed pixels with pixelmatch where rows differ, and records where they are.
import { colorDelta } from "@blazediff/core";
import type { Box } from "../pageMap.ts";
import type { RowSegment } from "./alignRows.ts";
import { VISIBLE_DISTANCE } from "./judgement.ts";
import { type Picture, rowBand, type SamePixels, samePixels, wordsOf } from "./picture.ts";
import { drawDifference, type Pair, type PixelmatchOptions } from "./pixelmatchRows.ts";

/** Values of a mask byte, which classifies one pixel of the test screenshot. */
export const SAME = 0;
export const CHANGED = 1;
/** Different only because of anti-aliasing: not counted. */
export const ANTIALIASED = 2;
/** Inside a rule's box: not compared. */
export const IGNORED = 3;
/** In a band that the other screenshot does not have: counted, and reported as a separate finding. */
export const SHIFTED = 4;
/** A different colour, but closer than the threshold: not counted. */
export const SLIGHT = 5;
/** Number of values a mask byte can have. */
export const MASK_VALUES = 6;

/** Maximum distance between two colours in YIQ, on pixelmatch's scale. */
export const MAX_DELTA = 35_215;

/** Sets the boxes (pixels of the test screenshot) of a mask of the test screenshot's size to a value. */
export function fillBoxes(mask: Uint8Array, width: number, height: number, boxes: readonly Box[], value: number): void {
  for (const box of boxes) {
    const left = Math.max(0, box.x);
    const right = Math.min(width, box.x + box.width);
    if (left >= right) continue;
    for (let y = Math.max(0, box.y); y < Math.min(height, box.y + box.height); y++)
      mask.fill(value, y * width + left, y * width + right);
  }
}

export type DiffOptions = {
  /** Colour distance from which a pixel counts, 0 to 1. Default: pixelmatch's 0.1. */
  threshold?: number;
  /** Whether anti-aliased pixels are detected and excluded (pixelmatch's default) or count like all others. */
  smoothing?: "counts" | "ignored";
  same?: SamePixels;
  /** Receives the number of changed pixels of each row of the test screenshot. */
  rowCounts?: Uint32Array;
};

/**
 * Returns the number of changed pixels. Marks CHANGED, ANTIALIASED and SLIGHT in `mask` (one byte per pixel of the test screenshot) and
 * leaves IGNORED pixels alone. Both pictures must have the same width. pixelmatch counts and draws every row whose bytes differ; with a
 * single segment, equal sizes and nothing ignored, the count equals that of one call for the whole pictures.
 */
export function diffPixels(
  baseline: Picture,
  test: Picture,
  segments: readonly RowSegment[],
  mask: Uint8Array,
  { threshold = VISIBLE_DISTANCE, smoothing = "ignored", same = samePixels, rowCounts }: DiffOptions = {},
): number {
  const { width } = test;
  const options: PixelmatchOptions = { threshold, includeAA: smoothing === "counts", diffMask: true };
  let total = 0;
  for (const { baselineY, testY, height } of segments) {
    const pair = { before: rowBand(baseline, baselineY, height), after: rowBand(test, testY, height) };
    const part = mask.subarray(testY * width, (testY + height) * width);
    for (const { from, to, words } of drawDifference(pair, same, options)) {
      for (let y = from; y < to; y++) {
        const row = { y, drawn: words.subarray((y - from) * width, (y - from + 1) * width) };
        const changed = markRow(pair, row, part, options);
        if (rowCounts) rowCounts[testY + y] = changed;
        total += changed;
      }
    }
  }
  return total;
}

/** Marks one row according to what pixelmatch drew, and returns the number of changed pixels. */
function markRow(
  pair: Pair,
  { y, drawn }: { y: number; drawn: Uint32Array },
  mask: Uint8Array,
  { threshold, includeAA }: PixelmatchOptions,
): number {
  const { width } = pair.after;
  const a = wordsOf(pair.before);
  const b = wordsOf(pair.after);
  const limit = MAX_DELTA * threshold * threshold;
  const near = limit / STEEPEST;
  let changed = 0;
  for (let x = 0, at = y * width; x < width; x++, at++) {
    if (a[at] === b[at] || mask[at] === IGNORED) continue;
    if (drawn[x] !== 0) {
      mask[at] = CHANGED;
      changed++;
    } else {
      // pixelmatch did not draw it although it is far enough away, so it is an edge with different anti-aliasing.
      const slight = includeAA || closeTogether(a[at]!, b[at]!, near) || !isBeyond(pair, at, limit);
      mask[at] = slight ? SLIGHT : ANTIALIASED;
    }
  }
  return changed;
}

function isBeyond({ before, after }: Pair, at: number, limit: number): boolean {
  return Math.abs(colorDelta(before.data, after.data, at * 4, at * 4)) > limit;
}

/**
 * The YIQ distance of two opaque colours is at most this factor times their squared RGB distance: the largest eigenvalue (0.25608) of the
 * quadratic form, rounded up, so that no pixel is skipped that the exact distance would count.
 */
const STEEPEST = 0.2561;

/** Whether two opaque colours are certainly within the limit. Saves most of the arithmetic for photos with slight noise. */
function closeTogether(before: number, after: number, near: number): boolean {
  if ((before & after) >>> 24 !== 255) return false;
  const red = (before & 255) - (after & 255);
  const green = ((before >>> 8) & 255) - ((after >>> 8) & 255);
  const blue = ((before >>> 16) & 255) - ((after >>> 16) & 255);
  return red * red + green * green + blue * blue <= near;
}
