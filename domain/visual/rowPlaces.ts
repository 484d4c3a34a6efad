// Carries rows from one picture of a pair to the other, by the bands that were put in and taken out.
import type { RowShift } from "./outcome.ts";

/** Where row `y` of the baseline is in the test picture; of a removed row, where it would be. */
export function testRowOf(shifts: readonly RowShift[], y: number): number {
  let offset = 0;
  for (const { kind, y: at, height } of shifts) {
    if (kind === "inserted" && y + offset >= at) offset += height;
    if (kind === "removed" && y >= at + height) offset -= height;
  }
  return y + offset;
}

/** Where row `y` of the test picture was in the baseline; of an inserted row, where it was put in. */
export function baselineRowOf(shifts: readonly RowShift[], y: number): number {
  let row = y;
  for (const { kind, y: at, height } of shifts) {
    if (kind === "inserted" && y > at) row -= Math.min(height, y - at);
    if (kind === "removed" && row >= at) row += height;
  }
  return row;
}
