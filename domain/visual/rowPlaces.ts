// Maps rows from one screenshot of a pair to the other, based on the inserted and removed bands.
import type { RowShift } from "./outcome.ts";

/** Returns the row of the test screenshot for row `y` of the baseline; for a removed row, where it would be. */
export function testRowOf(shifts: readonly RowShift[], y: number): number {
  let offset = 0;
  for (const { kind, y: at, height } of shifts) {
    if (kind === "inserted" && y + offset >= at) offset += height;
    if (kind === "removed" && y >= at + height) offset -= height;
  }
  return y + offset;
}

/** Returns the row of the baseline for row `y` of the test screenshot; for an inserted row, where it was inserted. */
export function baselineRowOf(shifts: readonly RowShift[], y: number): number {
  let row = y;
  for (const { kind, y: at, height } of shifts) {
    if (kind === "inserted" && y > at) row -= Math.min(height, y - at);
    if (kind === "removed" && row >= at) row += height;
  }
  return row;
}
