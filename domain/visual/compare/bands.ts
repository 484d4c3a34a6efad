import type { Band, RowShift } from "../outcome.ts";
import { CHANGED, SHIFTED } from "./diffPixels.ts";

export const BAND_COUNT = 10;

/**
 * Changed pixels in equal horizontal bands of the test picture, `percent` of the band's own pixels (at most 100).
 * `removed` are bands only the baseline has, with `y` already in the test picture: they count where they were taken out.
 */
export function bandsOf(
  mask: Uint8Array,
  width: number,
  height: number,
  removed: readonly RowShift[] = [],
  count: number = BAND_COUNT,
): Band[] {
  const bands: Band[] = [];
  for (let i = 0; i < count; i++) {
    const y = Math.floor((i * height) / count);
    const end = Math.floor(((i + 1) * height) / count);
    if (end === y) continue;
    let changedPixels = 0;
    for (let at = y * width; at < end * width; at++) {
      const value = mask[at];
      if (value === CHANGED || value === SHIFTED) changedPixels++;
    }
    for (const band of removed)
      if ((band.y >= y && band.y < end) || (band.y >= height && end === height)) changedPixels += band.height * width;
    const percent = Math.min(100, (changedPixels / ((end - y) * width)) * 100);
    bands.push({ y, height: end - y, changedPixels, percent });
  }
  return bands;
}
