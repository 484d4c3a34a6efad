// Projects places of the baseline to the test screenshot along a row alignment.
import type { RowShift } from "../outcome.ts";
import type { Box } from "../pageMap.ts";
import type { RowAlignment } from "./alignRows.ts";

/** Returns the row of the test screenshot where row `y` of the baseline now is; for a removed row, where it would have been. */
export function projectRow(alignment: RowAlignment, y: number): number {
  let after = y;
  for (const { baselineY, testY, height } of alignment.segments) {
    if (y < baselineY) return testY;
    after = testY + Math.min(y - baselineY, height);
    if (y < baselineY + height) return after;
  }
  return after;
}

/** Returns the parts of a baseline box (pixels) that still exist, in coordinates of the test screenshot. */
export function projectBox(alignment: RowAlignment, box: Box): Box[] {
  const parts: Box[] = [];
  for (const { baselineY, testY, height } of alignment.segments) {
    const top = Math.max(box.y, baselineY);
    const bottom = Math.min(box.y + box.height, baselineY + height);
    if (top < bottom) parts.push({ ...box, y: top - baselineY + testY, height: bottom - top });
  }
  return parts;
}

/** Returns the row of the test screenshot where a band is or would be. */
export function bandTop(alignment: RowAlignment, band: RowShift): number {
  return band.kind === "inserted" ? band.y : projectRow(alignment, band.y);
}
