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
  const overhang = Math.ceil(OVERHANG * scale);
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
    const excused = mayLieWithin(boxes, band, inserted ? test : baseline, {
      // `full` has the boxes of the test screenshot only.
      full: inserted ? rules.full : [],
      overhang,
    });
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
  mark(rules.masked.map((box) => widened(box, overhang)));
  return {
    mask,
    rowCounts,
    countedBands,
    bandPixels: countedBands.reduce((sum, { pixels }) => sum + pixels, 0),
    countedPixels: width * test.height - ignoredPixels + removedPixels,
    ignoredPixels,
  };
}

type Around = { full: readonly Box[]; overhang: number };

/**
 * Whether the band lies within one of the boxes, with nothing drawn beside it. If equal rows were inserted or removed, such as the
 * background between two lines, their exact place is ambiguous: the band may begin further up or down, as long as the remaining rows are
 * the same.
 */
function mayLieWithin(boxes: readonly Box[], band: RowShift, picture: Picture, around: Around): boolean {
  return boxes.some(({ y, height }) => {
    const place = Math.max(y, Math.min(band.y, y + height - band.height));
    if (height < band.height || !mayBegin(picture, band, place)) return false;
    return isBlankBeside(boxes, { ...band, y: place }, picture, around);
  });
}

/**
 * Whether the rows outside the boxes are only background and the sides of a frame: each of their columns has one colour. A paragraph
 * inserted beside an ignored column that stretches with it has not.
 */
function isBlankBeside(boxes: readonly Box[], { y, height }: RowShift, picture: Picture, around: Around): boolean {
  const words = wordsOf(picture);
  const { width } = picture;
  const rows = new Uint8Array(width * height);
  const within = (all: readonly Box[]): Box[] => all.map((box) => ({ ...box, y: box.y - y }));
  fillBoxes(rows, width, height, within(boxes.map((box) => widened(box, around.overhang))), IGNORED);
  fillBoxes(rows, width, height, within(around.full), SAME);
  for (let x = 0; x < width; x++) {
    let ground: number | undefined;
    for (let row = 0; row < height; row++) {
      if (rows[row * width + x] === IGNORED) continue;
      const colour = words[(y + row) * width + x]!;
      ground ??= colour;
      if (colour !== ground) return false;
    }
  }
  return true;
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
