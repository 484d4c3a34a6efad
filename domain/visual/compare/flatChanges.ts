// Finds a flat colour that became another one: a recoloured section, however similar the two colours are.
import { colorDelta } from "@blazediff/core";
import type { RowSegment } from "./alignRows.ts";
import { IGNORED, MAX_DELTA } from "./diffPixels.ts";
import { type Picture, wordsOf } from "./picture.ts";

/** `x` and `y`: the first changed pixel in the test screenshot. */
export type FlatChange = { pixels: number; x: number; y: number };

/** Minimum number of adjacent pixels with the same pair of colours to count as flat; letters and gradients have shorter runs. */
const MIN_RUN = 8;
/** Maximum number of colour pairs that are counted. A photo has more, but no flat ones. */
const MAX_PAIRS = 4_096;

/** Returns the colour pair with the most pixels in flat runs, of those further apart than `distance` (0 to 1); null if there is none. */
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
        const masked = mask[to + x] === IGNORED;
        do x++;
        while (x < width && a[from + x] === before && b[to + x] === after && (mask[to + x] === IGNORED) === masked);
        if (before === after || x - start < MIN_RUN || masked) continue;
        // Only the 24 bits of colour: flat areas are opaque.
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
