// Aligns rows of the baseline with rows of the new picture, so that inserted or removed rows do not shift everything below.
import type { AppReview } from "../../../../api/endpoints/answers/app/review.ts";
import type { Box } from "./view.ts";

type Shot = AppReview["details"][number];
type Shift = Shot["shifts"][number];

/** Rows common to both pictures: `height` rows from `baseline` and from `test`. */
export type Piece = { baseline: number; test: number; height: number };

/** `y` of a shift refers to the new picture for inserted rows, and to the baseline for removed rows. */
export function piecesOf(shifts: readonly Shift[], baselineHeight: number, testHeight: number): Piece[] {
  const pieces: Piece[] = [];
  let baseline = 0;
  let test = 0;
  const common = (height: number) => {
    if (height > 0) pieces.push({ baseline, test, height });
    baseline += Math.max(0, height);
    test += Math.max(0, height);
  };
  for (const { kind, y, height } of shifts) {
    common(kind === "inserted" ? y - test : y - baseline);
    if (kind === "inserted") test = Math.max(test, y + height);
    else baseline = Math.max(baseline, y + height);
  }
  common(Math.min(baselineHeight - baseline, testHeight - test));
  return pieces;
}

/** Returns the baseline row for row `y` of the new picture; for an inserted row, where it was inserted. */
export function baselineRow(pieces: readonly Piece[], y: number): number {
  let last = 0;
  for (const { baseline, test, height } of pieces) {
    if (y < test) return last;
    if (y < test + height) return baseline + y - test;
    last = baseline + height;
  }
  return last;
}

/** Returns the new row for row `y` of the baseline; for a removed row, where it was. */
export function testRow(pieces: readonly Piece[], y: number): number {
  let last = 0;
  for (const { baseline, test, height } of pieces) {
    if (y < baseline) return last;
    if (y < baseline + height) return test + y - baseline;
    last = test + height;
  }
  return last;
}

/** A region in both pictures; null if it does not exist in one of them. */
export type Placed = { test: Box | null; baseline: Box | null };

/** A removed band of rows is given in baseline rows, everything else in rows of the new picture. */
export function placeRegion(
  { box, kind }: Shot["regions"][number],
  shifts: readonly Shift[],
  pieces: readonly Piece[],
): Placed {
  const band = shifts.some(({ y, height }) => y === box.y && height === box.height);
  if (kind === "removed" && band) return { baseline: box, test: null };
  if (kind === "added") return { test: box, baseline: null };
  return { test: box, baseline: { ...box, y: baselineRow(pieces, box.y) } };
}
