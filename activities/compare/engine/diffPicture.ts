// Draws what changed over the dimmed test picture.
import { ANTIALIASED, CHANGED, IGNORED, SHIFTED } from "../../../domain/visual/compare/diffPixels.ts";
import { type Picture, wordsOf } from "../../../domain/visual/compare/picture.ts";
import { indexedPng, indexedStride } from "./indexedPng.ts";

/** Steps of grey for the page and of blue for what rules mask: enough to recognise the page, 16 colours in all. */
const GREYS = 8;
const BLUES = 4;
const RED = 12;
const YELLOW = 13;
const GREEN = 14;
const ORANGE = 15;

/** The page keeps a third of its contrast, over white. */
const DIM = 0.35;
const dimmed = (step: number, steps: number): number => Math.round(255 - (1 - step / (steps - 1)) * 255 * DIM);

/** Changed red, only anti-aliased yellow, inserted rows green, a line in orange where rows were removed, masked by rules blue. */
export const DIFF_PALETTE: readonly (readonly [number, number, number])[] = [
  ...Array.from(
    { length: GREYS },
    (_, step) => [dimmed(step, GREYS), dimmed(step, GREYS), dimmed(step, GREYS)] as const,
  ),
  ...Array.from({ length: BLUES }, (_, step) => [dimmed(step, BLUES) - 40, dimmed(step, BLUES) - 20, 255] as const),
  [220, 0, 40],
  [240, 200, 0],
  [0, 160, 80],
  [255, 120, 0],
];

/** The line that marks removed rows is three rows high. */
const REMOVED_LINE = [0, 1, 2];

/** PNG bytes of the test picture's size. `mask` is `maskWidth` wide; columns beyond it are only in the test picture. */
export function drawDiff(test: Picture, mask: Uint8Array, maskWidth: number, removedAt: readonly number[]): Uint8Array {
  const { width, height } = test;
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
      const colour = colours[(mark << 8) | brightness(words[from + x]!)]!;
      rows[start + (x >> 1)]! |= (x & 1) === 0 ? colour << 4 : colour;
    }
  }
  return indexedPng(width, height, DIFF_PALETTE, rows);
}

/**
 * 0 to 255: 77, 150 and 29 of 256 are the weights of YIQ. Red is the low byte: all platforms of Node and sharp are
 * little-endian.
 */
function brightness(word: number): number {
  return ((word & 255) * 77 + ((word >>> 8) & 255) * 150 + ((word >>> 16) & 255) * 29) >> 8;
}

/** Palette index by mask value and brightness, so that a pixel costs one look-up. */
function colourTable(): Uint8Array {
  const table = new Uint8Array(5 * 256);
  for (let light = 0; light < 256; light++) {
    table[light] = (light * GREYS) >> 8;
    table[IGNORED * 256 + light] = GREYS + ((light * BLUES) >> 8);
  }
  for (const [mark, colour] of [
    [CHANGED, RED],
    [ANTIALIASED, YELLOW],
    [SHIFTED, GREEN],
  ] as const)
    table.fill(colour, mark * 256, mark * 256 + 256);
  return table;
}
