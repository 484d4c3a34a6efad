// Draws the changes over the dimmed test screenshot: translucent, so that the content stays readable, with an outline around each region.
import {
  ANTIALIASED,
  CHANGED,
  IGNORED,
  MASK_VALUES,
  SAME,
  SHIFTED,
  SLIGHT,
} from "../../../domain/visual/compare/diffPixels.ts";
import { type Picture, wordsOf } from "../../../domain/visual/compare/picture.ts";
import type { Box } from "../../../domain/visual/pageMap.ts";
import { indexedPng, indexedStride } from "./indexedPng.ts";

type Colour = readonly [number, number, number];

/** Brightness steps for each kind of pixel: enough to recognize the page, 16 colors in total. */
const STEPS = { page: 4, masked: 2, changed: 4, inserted: 2, near: 2 } as const;
const WHITE: Colour = [255, 255, 255];
const RED: Colour = [220, 0, 40];
const GREEN: Colour = [0, 160, 80];
const BLUE: Colour = [90, 120, 255];

/** From this brightness on the page is drawn white; light borders and backgrounds below it stay visible. */
const WHITE_FROM = 244;

/** Fraction of its contrast that the page keeps, over white. */
const DIM = 0.35;
/** Under a translucent color the page keeps more contrast, so that letters stay readable. */
const UNDER = 0.65;
/** Unchanged pixels within a region keep nearly all contrast: letters on a changed background. Their lightest step equals the page's. */
const NEAR_CONTRAST = 0.85;
const NEAR = MASK_VALUES;

const shade = (step: number, steps: number, contrast: number): number =>
  Math.round(255 - (1 - step / (steps - 1)) * 255 * contrast);

/** Returns the colors of an overlay on the steps from dark to light. `cover`: 0 shows only the page, 1 only the overlay. */
function tints(steps: number, colour: Colour, cover: number, contrast: number): Colour[] {
  return Array.from({ length: steps }, (_, step): Colour => {
    const page = shade(step, steps, contrast);
    const over = (channel: number) => Math.round(page * (1 - cover) + channel * cover);
    return [over(colour[0]), over(colour[1]), over(colour[2])];
  });
}

/** Red for changed, green for inserted rows, blue for masked by rules; orange for anti-aliasing only, and a line where rows were removed. */
export const DIFF_PALETTE: readonly Colour[] = [
  ...tints(STEPS.page, WHITE, 0, DIM),
  ...tints(STEPS.masked, BLUE, 0.3, DIM),
  ...tints(STEPS.changed, RED, 0.5, UNDER),
  ...tints(STEPS.inserted, GREEN, 0.4, UNDER),
  ...tints(STEPS.near + 1, WHITE, 0, NEAR_CONTRAST).slice(0, STEPS.near),
  [255, 120, 0],
  RED,
];
const FIRST = {
  page: 0,
  masked: STEPS.page,
  changed: STEPS.page + STEPS.masked,
  inserted: STEPS.page + STEPS.masked + STEPS.changed,
  near: STEPS.page + STEPS.masked + STEPS.changed + STEPS.inserted,
};
const ORANGE = 14;
const OUTLINE = 15;

/** The line that marks removed rows is three rows high. */
const REMOVED_LINE = [0, 1, 2];
/** Distance between outline and pixels, so that a single pixel can be found too. */
const OUTLINE_GAP = 4;
const OUTLINE_WIDTH = 2;

export type Diff = {
  test: Picture;
  /** One byte per pixel, `maskWidth` wide; columns beyond it exist only in the test screenshot. */
  mask: Uint8Array;
  maskWidth: number;
  /** Rows above which rows were removed. */
  removedAt: readonly number[];
  /** Boxes of the changes, in pixels of the test screenshot. */
  regions: readonly Box[];
};

/** Returns PNG bytes in the test screenshot's size. */
export function drawDiff({ test, mask: compared, maskWidth, removedAt, regions }: Diff): Uint8Array {
  const { width, height } = test;
  const mask = withNear(compared, maskWidth, regions);
  const words = wordsOf(test);
  const colours = colourTable();
  const stride = indexedStride(width);
  const rows = new Uint8Array(stride * height);
  const lines = new Set(removedAt.flatMap((y) => REMOVED_LINE.map((line) => Math.min(height - 1, y) - line)));
  for (let y = 0; y < height; y++) {
    const start = y * stride + 1;
    if (lines.has(y)) {
      rows.fill((ORANGE << 4) | ORANGE, start, start + stride - 1);
      continue;
    }
    const from = y * width;
    const maskFrom = y * maskWidth;
    const both = Math.min(width, maskWidth) & ~1;
    // Two pixels fill a byte; one store for both takes half the time of two.
    for (let x = 0; x < both; x += 2) {
      const left = colours[(mask[maskFrom + x]! << 8) | brightness(words[from + x]!)]!;
      const right = colours[(mask[maskFrom + x + 1]! << 8) | brightness(words[from + x + 1]!)]!;
      rows[start + (x >> 1)] = (left << 4) | right;
    }
    for (let x = both; x < width; x++) {
      const mark = x < maskWidth ? mask[maskFrom + x]! : SHIFTED;
      setPixel(rows, stride, x, y, colours[(mark << 8) | brightness(words[from + x]!)]!);
    }
  }
  for (const region of regions) drawOutline(rows, stride, width, height, region);
  return indexedPng(width, height, DIFF_PALETTE, rows);
}

/** By mask value: how a pixel within a region is drawn. A table, because it takes half the time of two comparisons. */
const IN_REGION = Uint8Array.from({ length: MASK_VALUES + 1 }, (_, value) => {
  if (value === SAME) return NEAR;
  return value === SLIGHT ? CHANGED : value;
});

/** Returns the mask with unchanged pixels in regions marked as such; differences there that are too small to count are drawn with the change. */
function withNear(mask: Uint8Array, width: number, regions: readonly Box[]): Uint8Array {
  if (regions.length === 0) return mask;
  const marked = mask.slice();
  const height = width > 0 ? mask.length / width : 0;
  for (const box of regions) {
    const left = Math.max(0, box.x);
    const right = Math.min(width, box.x + box.width);
    for (let y = Math.max(0, box.y); y < Math.min(height, box.y + box.height); y++)
      for (let at = y * width + left; at < y * width + right; at++) marked[at] = IN_REGION[marked[at]!]!;
  }
  return marked;
}

function setPixel(rows: Uint8Array, stride: number, x: number, y: number, colour: number): void {
  const at = y * stride + 1 + (x >> 1);
  rows[at] = (x & 1) === 0 ? (rows[at]! & 15) | (colour << 4) : (rows[at]! & 240) | colour;
}

function drawOutline(rows: Uint8Array, stride: number, width: number, height: number, box: Box): void {
  const margin = OUTLINE_GAP + OUTLINE_WIDTH;
  const [left, top] = [box.x - margin, box.y - margin];
  const [right, bottom] = [box.x + box.width + margin, box.y + box.height + margin];
  const isEdge = (x: number, y: number) =>
    x < left + OUTLINE_WIDTH || x >= right - OUTLINE_WIDTH || y < top + OUTLINE_WIDTH || y >= bottom - OUTLINE_WIDTH;
  for (let y = Math.max(0, top); y < Math.min(height, bottom); y++) {
    const whole = isEdge(left + OUTLINE_WIDTH, y);
    for (let x = Math.max(0, left); x < Math.min(width, right); x++) {
      if (isEdge(x, y)) setPixel(rows, stride, x, y, OUTLINE);
      // Nothing to draw between the two sides.
      else if (!whole) x = Math.max(x, right - OUTLINE_WIDTH - 1);
    }
  }
}

/**
 * Returns 0 to 255: 77, 150 and 29 of 256 are the weights of YIQ. Red is the low byte, because all platforms of Node and sharp are
 * little-endian.
 */
function brightness(word: number): number {
  return ((word & 255) * 77 + ((word >>> 8) & 255) * 150 + ((word >>> 16) & 255) * 29) >> 8;
}

/** Maps mask value and brightness to the palette index, so that a pixel costs one look-up. */
function colourTable(): Uint8Array {
  const table = new Uint8Array((MASK_VALUES + 1) * 256);
  const step = (light: number, steps: number) => (light * steps) >> 8;
  for (let light = 0; light < 256; light++) {
    const page = light >= WHITE_FROM ? STEPS.page - 1 : Math.floor((light * (STEPS.page - 1)) / WHITE_FROM);
    table[light] = FIRST.page + page;
    table[SLIGHT * 256 + light] = FIRST.page + page;
    const near = step(light, STEPS.near + 1);
    table[NEAR * 256 + light] = near < STEPS.near ? FIRST.near + near : FIRST.page + STEPS.page - 1;
    table[IGNORED * 256 + light] = FIRST.masked + step(light, STEPS.masked);
    table[CHANGED * 256 + light] = FIRST.changed + step(light, STEPS.changed);
    table[SHIFTED * 256 + light] = FIRST.inserted + step(light, STEPS.inserted);
  }
  table.fill(ORANGE, ANTIALIASED * 256, ANTIALIASED * 256 + 256);
  return table;
}
