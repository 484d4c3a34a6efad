// Rows of the baseline beside rows of the new picture: what was put in or taken out between them leaves the rest aligned.
import type { AppReview } from "../../../../api/endpoints/answers/app/review.ts";
import type { Box } from "./view.ts";

type Shot = AppReview["details"][number];
type Shift = Shot["shifts"][number];

/** Rows that both pictures have: from `baseline` and from `test`, `height` of them. */
export type Piece = { baseline: number; test: number; height: number };

/** `y` of a shift is in the new picture for what was put in, in the baseline for what was taken out. */
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

/** Where row `y` of the new picture is in the baseline; of a row that was put in: where it was put in. */
export function baselineRow(pieces: readonly Piece[], y: number): number {
  let last = 0;
  for (const { baseline, test, height } of pieces) {
    if (y < test) return last;
    if (y < test + height) return baseline + y - test;
    last = baseline + height;
  }
  return last;
}

/** Where row `y` of the baseline is in the new picture; of a row that was taken out: where it was. */
export function testRow(pieces: readonly Piece[], y: number): number {
  let last = 0;
  for (const { baseline, test, height } of pieces) {
    if (y < baseline) return last;
    if (y < baseline + height) return test + y - baseline;
    last = test + height;
  }
  return last;
}

/** A region in both pictures; null where it has no place of its own in one of them. */
export type Placed = { test: Box | null; baseline: Box | null };

/** What was taken out as a band of rows is told in rows of the baseline, everything else in those of the new picture. */
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
