// A flat colour that became another one: a section that was recoloured, however near the two colours are.
import { colorDelta } from "@blazediff/core";
import type { RowSegment } from "./alignRows.ts";
import { IGNORED, MAX_DELTA } from "./diffPixels.ts";
import { type Picture, wordsOf } from "./picture.ts";

/** `x` and `y` of its first pixel in the test picture. */
export type FlatChange = { pixels: number; x: number; y: number };

/** Neighbours of one pair of colours from which on they count as flat: letters and gradients have shorter runs. */
const MIN_RUN = 8;
/** Pairs of colours that are counted; a photo has more, and no flat ones. */
const MAX_PAIRS = 4_096;

/** The pair of colours, further apart than `distance` (0 to 1), that the most pixels in flat runs have; null when there is none. */
export function largestFlatChange(
  baseline: Picture,
  test: Picture,
  segments: readonly RowSegment[],
  mask: Uint8Array,
  distance: number,
): FlatChange | null {
  const a = wordsOf(baseline);
  const b = wordsOf(test);
  const { width } = test;
  const limit = MAX_DELTA * distance * distance;
  const pairs = new Map<number, FlatChange>();
  for (const { baselineY, testY, height } of segments)
    for (let row = 0; row < height; row++) {
      const from = (baselineY + row) * width;
      const to = (testY + row) * width;
      for (let x = 0; x < width; ) {
        const before = a[from + x]!;
        const after = b[to + x]!;
        const start = x;
        do x++;
        while (x < width && a[from + x] === before && b[to + x] === after);
        if (before === after || x - start < MIN_RUN || mask[to + start] === IGNORED) continue;
        // Opaque colours: 24 bits each.
        const key = (before & 0xffffff) * 2 ** 24 + (after & 0xffffff);
        const known = pairs.get(key);
        if (known) known.pixels += x - start;
        else if (
          pairs.size < MAX_PAIRS &&
          Math.abs(colorDelta(baseline.data, test.data, (from + start) * 4, (to + start) * 4)) > limit
        )
          pairs.set(key, { pixels: x - start, x: start, y: testY + row });
      }
    }
  let largest: FlatChange | null = null;
  for (const pair of pairs.values()) if (!largest || pair.pixels > largest.pixels) largest = pair;
  return largest;
}
