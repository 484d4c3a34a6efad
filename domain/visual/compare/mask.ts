// Builds the mask before any pixel is compared: the areas that rules exclude and the rows that only one screenshot has.
import type { RowShift } from "../outcome.ts";
import type { Box } from "../pageMap.ts";
import type { RowAlignment } from "./alignRows.ts";
import { fillBoxes, IGNORED, SAME, SHIFTED } from "./diffPixels.ts";
import { coveredArea, type Picture, wordsOf } from "./picture.ts";
import type { RulesOutcome } from "./rules.ts";

/** `pixels`: number of pixels of the band that count as changed. */
export type CountedBand = RowShift & { pixels: number };

export type PreparedMask = {
  mask: Uint8Array;
  /** Changed pixels of each row of the test screenshot; at this stage only those of inserted bands. */
  rowCounts: Uint32Array;
  /** Bands that are findings; bands in a masked area are not. */
  countedBands: CountedBand[];
  bandPixels: number;
  countedPixels: number;
  ignoredPixels: number;
};

/** CSS pixels by which letters can extend beyond the box of their element, such as an overhanging T or a slanted f. */
const OVERHANG = 2;

export function prepareMask(
  width: number,
  baseline: Picture,
  test: Picture,
  alignment: RowAlignment,
  rules: Pick<RulesOutcome, "masked" | "maskedBaseline" | "full">,
  scale = 1,
): PreparedMask {
  const mask = new Uint8Array(width * test.height);
  const rowCounts = new Uint32Array(test.height);
  const mark = (masked: readonly Box[]) => {
    fillBoxes(mask, width, test.height, masked, IGNORED);
    fillBoxes(mask, width, test.height, rules.full, SAME);
  };
  mark(rules.masked);
  const countedBands: CountedBand[] = [];
  let removedPixels = 0;
  for (const band of alignment.bands) {
    const boxes = band.kind === "inserted" ? rules.masked : rules.maskedBaseline;
    const area: Box = { x: 0, y: band.y, width, height: band.height };
    const inserted = band.kind === "inserted";
    const excused = mayLieWithin(boxes, band, inserted ? test : baseline);
    // The page grew because a masked part grew: the other pixels of those rows are only its frame.
    if (excused && inserted) mask.fill(IGNORED, band.y * width, (band.y + band.height) * width);
    if (excused) continue;
    const pixels = inserted
      ? markShifted(mask, width, band, rowCounts)
      : width * band.height - coveredArea(boxes, area);
    if (pixels > 0) countedBands.push({ ...band, pixels });
    if (!inserted) removedPixels += pixels;
  }
  const ignoredPixels = rules.masked.length > 0 ? count(mask, IGNORED) : 0;
  // The margin for overhanging letters is not compared either, but does not count as the rule's area.
  mark(rules.masked.map((box) => widened(box, Math.ceil(OVERHANG * scale))));
  return {
    mask,
    rowCounts,
    countedBands,
    bandPixels: countedBands.reduce((sum, { pixels }) => sum + pixels, 0),
    countedPixels: width * test.height - ignoredPixels + removedPixels,
    ignoredPixels,
  };
}

/**
 * Whether the band lies within one of the boxes. If equal rows were inserted or removed, such as the background between two lines, their
 * exact place is ambiguous: the band may begin further up or down, as long as the remaining rows are the same.
 */
function mayLieWithin(boxes: readonly Box[], band: RowShift, picture: Picture): boolean {
  return boxes.some(({ y, height }) => {
    const place = Math.max(y, Math.min(band.y, y + height - band.height));
    return height >= band.height && mayBegin(picture, band, place);
  });
}

/** Whether removing the band at row `place` instead leaves the same picture. */
function mayBegin(picture: Picture, { y, height }: RowShift, place: number): boolean {
  const words = wordsOf(picture);
  const { width } = picture;
  const [from, to] = [Math.min(y, place), Math.max(y, place)];
  if (from < 0 || to + height > picture.height) return false;
  for (let at = from * width; at < to * width; at++) if (words[at] !== words[at + height * width]) return false;
  return true;
}

/** Widens a box to both sides only, because letters do not extend beyond their lines vertically. */
const widened = (box: Box, by: number): Box => ({ ...box, x: box.x - by, width: box.width + 2 * by });

function markShifted(mask: Uint8Array, width: number, band: RowShift, rowCounts: Uint32Array): number {
  let total = 0;
  for (let y = band.y; y < band.y + band.height; y++) {
    let marked = 0;
    for (let at = y * width; at < (y + 1) * width; at++) {
      if (mask[at] === IGNORED) continue;
      mask[at] = SHIFTED;
      marked++;
    }
    rowCounts[y] = marked;
    total += marked;
  }
  return total;
}

function count(mask: Uint8Array, value: number): number {
  let found = 0;
  for (let at = 0; at < mask.length; at++) if (mask[at] === value) found++;
  return found;
}
