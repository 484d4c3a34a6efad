import type { Band, RowShift } from "../outcome.ts";

export const BAND_COUNT = 10;

/**
 * Returns the changed pixels per horizontal band of the test screenshot; all bands have the same height. `percent` is the share of the
 * band's own pixels (at most 100). `rowCounts` holds the changed pixels of each row. `removed` are rows that only the baseline has, with
 * `y` already projected to the test screenshot; they count at the place where they were removed.
 */
export function bandsOf(
  rowCounts: Uint32Array,
  width: number,
  removed: readonly (Pick<RowShift, "y"> & { pixels: number })[] = [],
  count: number = BAND_COUNT,
): Band[] {
  const height = rowCounts.length;
  const bands: Band[] = [];
  for (let i = 0; i < count; i++) {
    const y = Math.floor((i * height) / count);
    const end = Math.floor(((i + 1) * height) / count);
    if (end === y) continue;
    let changedPixels = 0;
    for (let row = y; row < end; row++) changedPixels += rowCounts[row]!;
    for (const band of removed)
      if ((band.y >= y && band.y < end) || (band.y >= height && end === height)) changedPixels += band.pixels;
    const percent = Math.min(100, (changedPixels / ((end - y) * width)) * 100);
    bands.push({ y, height: end - y, changedPixels, percent });
  }
  return bands;
}
