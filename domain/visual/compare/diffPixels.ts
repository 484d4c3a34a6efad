// Counts changed pixels by pixelmatch where rows differ, and remembers where they are.
import { colorDelta } from "@blazediff/core";
import type { Box } from "../pageMap.ts";
import type { RowSegment } from "./alignRows.ts";
import { VISIBLE_DISTANCE } from "./judgement.ts";
import { type Picture, rowBand, type SamePixels, samePixels, wordsOf } from "./picture.ts";
import { drawDifference, type Pair, type PixelmatchOptions } from "./pixelmatchRows.ts";

/** What a byte of the mask says about a pixel of the test picture. */
export const SAME = 0;
export const CHANGED = 1;
/** Different, but by anti-aliasing only: not counted. */
export const ANTIALIASED = 2;
/** Under a rule's box: not looked at. */
export const IGNORED = 3;
/** In a band that the other picture does not have: counted, and a finding of its own. */
export const SHIFTED = 4;
/** Another colour, but nearer than the distance: not counted. */
export const SLIGHT = 5;
/** Values that a byte of the mask may have. */
export const MASK_VALUES = 6;

/** The largest distance two colours can have in YIQ, pixelmatch's scale. */
export const MAX_DELTA = 35_215;

/** A mask of the test picture's size with the boxes (pixels of the test picture) set to a value. */
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
  /** Colour distance from which a pixel counts, 0 to 1; pixelmatch's 0.1 unless set. */
  threshold?: number;
  /** Whether anti-aliased pixels are distinguished and left out, as pixelmatch does unless told otherwise, or count like all others. */
  smoothing?: "counts" | "ignored";
  same?: SamePixels;
  /** Takes the changed pixels of each row of the test picture. */
  rowCounts?: Uint32Array;
};

/**
 * Number of changed pixels. Marks CHANGED, ANTIALIASED and SLIGHT in `mask` (one byte a pixel of the test picture), leaving
 * IGNORED pixels alone. Both pictures have one width. pixelmatch counts and draws every row that is not equal in its bytes;
 * with one segment over pictures of one size and nothing ignored the count is that of one call over the whole pictures.
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

/** Marks one row by what pixelmatch drew; answers how many of its pixels changed. */
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
      // What is far enough and was not drawn, pixelmatch took for an edge that is smoothed otherwise.
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
 * The YIQ distance of two opaque colours is at most this times their squared RGB distance: the largest eigenvalue
 * (0.25608) of the quadratic form, rounded up, so that nothing is passed over that the distance itself would count.
 */
const STEEPEST = 0.2561;

/** Whether two opaque colours are surely within the limit. Spares photos with a little noise most of the arithmetic. */
function closeTogether(before: number, after: number, near: number): boolean {
  if ((before & after) >>> 24 !== 255) return false;
  const red = (before & 255) - (after & 255);
  const green = ((before >>> 8) & 255) - ((after >>> 8) & 255);
  const blue = ((before >>> 16) & 255) - ((after >>> 16) & 255);
  return red * red + green * green + blue * blue <= near;
}
