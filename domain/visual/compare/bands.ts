import type { Band, RowShift } from "../outcome.ts";
import type { ExtraColumns } from "./oneSided.ts";

const BAND_COUNT = 10;

/**
 * Returns the changed pixels per horizontal band of the test screenshot; all bands have the same height. `percent` is the share of the
 * band's own pixels (at most 100). `rowCounts` holds the changed pixels of each row. `removed` are rows that only the baseline has, with
 * `y` already projected to the test screenshot; they count at the place where they were removed. `columns` are those that only one of the
 * screenshots has.
 */
export function bandsOf(
  rowCounts: Uint32Array,
  width: number,
  removed: readonly (Pick<RowShift, "y"> & { pixels: number })[] = [],
  columns: Pick<ExtraColumns, "width" | "pixelsIn"> = { width: 0, pixelsIn: () => 0 },
): Band[] {
  const height = rowCounts.length;
  const bands: Band[] = [];
  for (let i = 0; i < BAND_COUNT; i++) {
    const y = Math.floor((i * height) / BAND_COUNT);
    const end = Math.floor(((i + 1) * height) / BAND_COUNT);
    if (end === y) continue;
    // Rows below the test screenshot count in its last band.
    const isLast = end === height;
    let changedPixels = columns.pixelsIn(y, isLast ? Number.POSITIVE_INFINITY : end - y);
    for (let row = y; row < end; row++) changedPixels += rowCounts[row]!;
    for (const band of removed)
      if ((band.y >= y && band.y < end) || (band.y >= height && isLast)) changedPixels += band.pixels;
    const percent = Math.min(100, (changedPixels / ((end - y) * (width + columns.width))) * 100);
    bands.push({ y, height: end - y, changedPixels, percent });
  }
  return bands;
}
