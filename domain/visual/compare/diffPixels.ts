// Counts changed pixels with pixelmatch 7.2 semantics, row by row, and remembers where they are.
import { antialiased, colorDelta } from "@blazediff/core";
import type { Box } from "../pageMap.ts";
import type { RowSegment } from "./alignRows.ts";
import { VISIBLE_DISTANCE } from "./judgement.ts";
import { type Picture, rowBand, type SamePixels, samePixels, wordsOf } from "./picture.ts";

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
export const LARGEST_DELTA = 35_215;

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
 * IGNORED pixels alone. Both pictures have one width. With one segment over pictures of one size and nothing ignored
 * the count is exactly pixelmatch 7.2.0's: its distance and its anti-aliasing test come from @blazediff/core, and every
 * pixel sees its real neighbours, since nothing is cropped.
 */
export function diffPixels(
  baseline: Picture,
  test: Picture,
  segments: readonly RowSegment[],
  mask: Uint8Array,
  { threshold = VISIBLE_DISTANCE, smoothing = "ignored", same = samePixels, rowCounts }: DiffOptions = {},
): number {
  const { width } = test;
  const limit = LARGEST_DELTA * threshold * threshold;
  const stride = width * 4;
  let total = 0;
  for (const { baselineY, testY, height } of segments) {
    const a = rowBand(baseline, baselineY, height);
    const b = rowBand(test, testY, height);
    const part = mask.subarray(testY * width, (testY + height) * width);
    for (let y = 0; y < height; y++) {
      if (same(a.data.subarray(y * stride, (y + 1) * stride), b.data.subarray(y * stride, (y + 1) * stride))) continue;
      const changed = diffRow(a, b, y, part, limit, smoothing === "ignored");
      if (rowCounts) rowCounts[testY + y] = changed;
      total += changed;
    }
  }
  return total;
}

function diffRow(
  baseline: Picture,
  test: Picture,
  y: number,
  mask: Uint8Array,
  limit: number,
  ignoreSmoothing: boolean,
): number {
  const { width, height } = test;
  const a = wordsOf(baseline);
  const b = wordsOf(test);
  const near = limit / STEEPEST;
  let changed = 0;
  for (let x = 0, at = y * width; x < width; x++, at++) {
    const before = a[at]!;
    const after = b[at]!;
    if (before === after || mask[at] === IGNORED) continue;
    if (closeTogether(before, after, near) || !isBeyond(baseline, test, at, limit)) {
      mask[at] = SLIGHT;
      continue;
    }
    if (
      ignoreSmoothing &&
      ((mayBeSmoothed(a, x, y, width, height) && antialiased(baseline.data, x, y, width, height, a, b)) ||
        (mayBeSmoothed(b, x, y, width, height) && antialiased(test.data, x, y, width, height, b, a)))
    ) {
      mask[at] = ANTIALIASED;
    } else {
      mask[at] = CHANGED;
      changed++;
    }
  }
  return changed;
}

function isBeyond(baseline: Picture, test: Picture, at: number, limit: number): boolean {
  return Math.abs(colorDelta(baseline.data, test.data, at * 4, at * 4)) > limit;
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

/**
 * A pixel with three neighbours of its own colour is not anti-aliased (at the picture's edge the test counts
 * otherwise and is asked): the test says so itself, only later. True means "ask it".
 */
function mayBeSmoothed(words: Uint32Array, x: number, y: number, width: number, height: number): boolean {
  if (x === 0 || y === 0 || x === width - 1 || y === height - 1) return true;
  const at = y * width + x;
  const own = words[at]!;
  let same = 0;
  if (words[at - 1] === own) same++;
  if (words[at + 1] === own) same++;
  if (words[at - width] === own) same++;
  if (words[at + width] === own) same++;
  if (same > 2) return false;
  if (words[at - width - 1] === own) same++;
  if (words[at - width + 1] === own) same++;
  if (words[at + width - 1] === own) same++;
  if (words[at + width + 1] === own) same++;
  return same <= 2;
}
