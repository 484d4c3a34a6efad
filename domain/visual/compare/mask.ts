// Builds the mask before any pixel is compared: the areas that rules exclude and the rows that only one screenshot has.
import type { RowShift } from "../outcome.ts";
import type { Box, PageMap } from "../pageMap.ts";
import type { RowAlignment } from "./alignRows.ts";
import { DRAWN } from "./contentChanges.ts";
import { fillBoxes, IGNORED, SAME, SHIFTED } from "./diffPixels.ts";
import { coveredArea, intersection, type Picture, toPixels, wordsOf } from "./picture.ts";
import type { RulesOutcome } from "./rules.ts";

/** `pixels`: number of pixels of the band that count as changed. `explained`: whether a masked part has its rows, so only what is beside it counts. */
export type CountedBand = RowShift & { pixels: number; explained: boolean };

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

/** Both pictures have the same width. `scale`: device pixels per CSS pixel. */
export type MaskedPair = {
  baseline: Picture;
  test: Picture;
  baselineMap: PageMap | null;
  testMap: PageMap | null;
  alignment: RowAlignment;
  scale: number;
};

export function prepareMask(
  { baseline, test, baselineMap, testMap, alignment, scale }: MaskedPair,
  rules: Pick<RulesOutcome, "masked" | "maskedBaseline" | "full">,
): PreparedMask {
  const { width } = test;
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
  const common = { scale, overhang };
  const sides = {
    inserted: { ...common, picture: test, map: testMap, other: baselineMap, boxes: rules.masked, full: rules.full },
    // `full` has the boxes of the test screenshot only.
    removed: {
      ...common,
      picture: baseline,
      map: baselineMap,
      other: testMap,
      boxes: rules.maskedBaseline,
      full: [],
    },
  };
  for (const band of alignment.bands) {
    const inserted = band.kind === "inserted";
    const { boxes } = sides[band.kind];
    const area: Box = { x: 0, y: band.y, width, height: band.height };
    const beside = besideMasked(band, sides[band.kind]);
    const pixels = inserted
      ? markShifted(mask, width, band, { rowCounts, beside })
      : (beside?.pixels ?? width * band.height - coveredArea(boxes, area));
    if (pixels > 0) countedBands.push({ ...band, pixels, explained: beside !== null });
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

type Rows = Pick<RowShift, "y" | "height">;

/** The screenshot that has a band, with its masked boxes. `other`: the map of the other screenshot. */
type Side = {
  picture: Picture;
  map: PageMap | null;
  other: PageMap | null;
  boxes: readonly Box[];
  full: readonly Box[];
  scale: number;
  overhang: number;
};

/** `drawn`: SHIFTED where the band's rows, taken from row `place`, differ from the background; `pixels`: how many do. */
type Beside = { place: number; drawn: Uint8Array; pixels: number };

/**
 * Returns what is drawn beside the boxes if the band lies within one of them, so that the page may have grown because a masked part grew;
 * null if it does not. If equal rows were inserted or removed, such as the background between two lines, their exact place is ambiguous:
 * the band may begin further up or down, as long as the remaining rows are the same. The place with the least beside it counts.
 */
function besideMasked(band: RowShift, side: Side): Beside | null {
  const tried = new Set<number>();
  let least: Beside | null = null;
  for (const { y, height } of side.boxes) {
    const place = Math.max(y, Math.min(band.y, y + height - band.height));
    if (height < band.height || tried.has(place)) continue;
    tried.add(place);
    if (!mayBegin(side.picture, band, place)) continue;
    const beside = drawnBeside({ ...band, y: place }, side);
    if (least === null || beside.pixels < least.pixels) least = beside;
    if (least.pixels === 0) break;
  }
  return least;
}

/**
 * Finds what the rows draw outside the boxes beyond background and the sides of a frame. Those have one colour in each column, which goes
 * on above or below or is that of what contains the box, or are a pattern, such as a dotted line, of which every row is beside the box
 * elsewhere too. A paragraph inserted beside an ignored column that stretches with it is neither.
 */
function drawnBeside({ y, height }: RowShift, side: Side): Beside {
  const { picture, boxes, overhang } = side;
  const words = wordsOf(picture);
  const { width } = picture;
  const drawn = new Uint8Array(width * height);
  const within = (all: readonly Box[]): Box[] => all.map((box) => ({ ...box, y: box.y - y }));
  fillBoxes(drawn, width, height, within(boxes.map((box) => widened(box, overhang))), IGNORED);
  fillBoxes(drawn, width, height, within(side.full), SAME);
  const rows = words.subarray(y * width, (y + height) * width);
  const grounds = groundsOf(rows, drawn, width);
  const goesOn = (x: number): boolean =>
    [y - 1, y + height].some((row) => row >= 0 && row < picture.height && isNear(words[row * width + x]!, grounds[x]!));
  const isGround = Array.from({ length: width }, (_, x) => goesOn(x));
  // Only where the ground does not go on, because the search looks at every element.
  const others = isGround.includes(false) ? besideBoxes({ y, height }, side) : null;
  if (others)
    for (let x = 0; x < width; x++) isGround[x] ||= !others.some((box) => box.x <= x && x < box.x + box.width);
  const rowsDrawn: number[] = [];
  let pixels = 0;
  for (let row = 0; row < height; row++) {
    const before = pixels;
    for (let x = 0, at = row * width; x < width; x++, at++) {
      if (drawn[at] === IGNORED || (isGround[x] && isNear(rows[at]!, grounds[x]!))) continue;
      drawn[at] = SHIFTED;
      pixels++;
    }
    if (pixels > before) rowsDrawn.push(row);
  }
  const pattern = pixels > 0 && patternRows(drawn, { y, height }, side);
  if (!pattern) return { place: y, drawn, pixels };
  const isElsewhere = (row: number): boolean => {
    const equals = (other: number): boolean => {
      for (let x = 0, at = row * width, to = other * width; x < width; x++, at++, to++)
        if (drawn[at] !== IGNORED && !isNear(rows[at]!, words[to]!)) return false;
      return true;
    };
    for (let other = y - 1; other >= pattern.top; other--) if (equals(other)) return true;
    for (let other = y + height; other < pattern.bottom; other++) if (equals(other)) return true;
    return false;
  };
  return rowsDrawn.every(isElsewhere)
    ? { place: y, drawn: drawn.fill(IGNORED), pixels: 0 }
    : { place: y, drawn, pixels };
}

const hasRows = (box: Box, { y, height }: Rows): boolean => box.y <= y && box.y + box.height >= y + height;

/** Returns the elements that share rows with a band, without those that contain the masked box around it. null without a complete map. */
function besideBoxes(rows: Rows, { picture, map, boxes, scale }: Side): Box[] | null {
  if (!map || map.cut) return null;
  const area = { x: 0, width: picture.width, ...rows };
  const around = boxes.filter((box) => hasRows(box, rows));
  const contains = (outer: Box, { x, width, ...inner }: Box): boolean =>
    hasRows(outer, inner) && outer.x <= x && outer.x + outer.width >= x + width;
  return map.elements
    .map(({ box }) => toPixels(box, scale))
    .filter((box) => intersection(box, area) !== null && !around.some((inner) => contains(box, inner)));
}

/**
 * Returns the rows in which a pattern repeats what a band draws: those of the masked boxes around it and of every element that draws there.
 * null if one of these elements did not stretch with the box, or has content of its own that the other screenshot lacks: another item of a
 * list, for example, equals the items before it, but is no pattern. Without a complete map this is unknown.
 */
function patternRows(
  drawn: Uint8Array,
  rows: Rows,
  { picture, map, other, boxes, scale }: Side,
): { top: number; bottom: number } | null {
  if (!map || map.cut) return null;
  const { width } = picture;
  const { y, height } = rows;
  const texts = new Set(["", ...(other?.elements ?? []).map(({ textHash }) => textHash)]);
  const containing = boxes.filter((box) => hasRows(box, rows));
  let top = Math.max(0, Math.min(y, ...containing.map((box) => box.y)));
  let bottom = Math.min(picture.height, Math.max(y + height, ...containing.map((box) => box.y + box.height)));
  for (const { box: inCss, textHash, tag } of map.elements) {
    const box = toPixels(inCss, scale);
    const shared = intersection(box, { x: 0, y, width, height });
    if (shared === null || !hasDrawn(drawn, width, { ...shared, y: shared.y - y })) continue;
    if (!texts.has(textHash) || DRAWN.has(tag) || !hasRows(box, rows)) return null;
    top = Math.max(top, box.y);
    bottom = Math.min(bottom, box.y + box.height);
  }
  return { top, bottom };
}

function hasDrawn(drawn: Uint8Array, width: number, { x, y, ...size }: Box): boolean {
  for (let row = y; row < y + size.height; row++)
    if (drawn.subarray(row * width + x, row * width + x + size.width).includes(SHIFTED)) return true;
  return false;
}

/** Returns the colour that most rows have in each column (by majority vote), outside what is ignored. */
function groundsOf(rows: Uint32Array, mask: Uint8Array, width: number): Uint32Array {
  const grounds = new Uint32Array(width);
  const votes = new Int32Array(width);
  for (let at = 0, x = 0; at < rows.length; at++, x = x + 1 === width ? 0 : x + 1) {
    if (mask[at] === IGNORED) continue;
    if (votes[x] === 0) grounds[x] = rows[at]!;
    votes[x]! += isNear(rows[at]!, grounds[x]!) ? 1 : -1;
  }
  return grounds;
}

/** Levels of a channel by which the colours of one background differ, such as those of a dithered gradient. */
const NEAR = 4;

function isNear(a: number, b: number): boolean {
  if (a === b) return true;
  for (let shift = 0; shift < 32; shift += 8)
    if (Math.abs(((a >>> shift) & 255) - ((b >>> shift) & 255)) > NEAR) return false;
  return true;
}

/** Whether removing the band at row `place` instead leaves the same picture. */
export function mayBegin(picture: Picture, { y, height }: Rows, place: number): boolean {
  const words = wordsOf(picture);
  const { width } = picture;
  const [from, to] = [Math.min(y, place), Math.max(y, place)];
  if (from < 0 || to + height > picture.height) return false;
  for (let at = from * width; at < to * width; at++) if (words[at] !== words[at + height * width]) return false;
  return true;
}

/** Widens a box to both sides only, because letters do not extend beyond their lines vertically. */
const widened = (box: Box, by: number): Box => ({ ...box, x: box.x - by, width: box.width + 2 * by });

/** Marks the band's pixels, or only those that are drawn beside a masked part; the other pixels of those rows are its frame. */
function markShifted(
  mask: Uint8Array,
  width: number,
  band: RowShift,
  { rowCounts, beside }: { rowCounts: Uint32Array; beside: Beside | null },
): number {
  let total = 0;
  for (let y = band.y; y < band.y + band.height; y++) {
    // Where the place is ambiguous, the band's rows repeat with its height.
    const row = beside === null ? 0 : (((y - beside.place) % band.height) + band.height) % band.height;
    let marked = 0;
    for (let x = 0, at = y * width; x < width; x++, at++) {
      if (mask[at] === IGNORED) continue;
      const counts = beside === null || beside.drawn[row * width + x] === SHIFTED;
      mask[at] = counts ? SHIFTED : IGNORED;
      if (counts) marked++;
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
