// Runs pixelmatch on the rows that differ, with as many surrounding rows as its result depends on.
import pixelmatch from "pixelmatch";
import { type Picture, rowBand, type SamePixels, wordsOf } from "./picture.ts";

/** pixelmatch options that the comparison sets; the others keep their defaults. */
export type PixelmatchOptions = {
  /** Colour distance from which a pixel counts, 0 to 1. */
  threshold: number;
  /** Whether to count pixels that differ only in anti-aliasing. */
  includeAA: boolean;
  /** Draw only the pixels that count. */
  diffMask: true;
};

export type Rows = { from: number; to: number };

/** The anti-aliasing test looks at a pixel's neighbours and at their neighbours. */
const CONTEXT = 2;
/** Maximum number of equal rows between two bands that are cheaper to compare along than as a separate band with its own context. */
const NEAR = 2 * CONTEXT;
/** Maximum number of pixels per call: limits the drawn output to 4 MB regardless of the page's length. */
const MAX_PIXELS = 1_000_000;

/** Two pictures of the same size. */
export type Pair = { before: Picture; after: Picture };
/** What pixelmatch drew in these rows, one word per pixel: 0 where nothing counts. */
export type Drawn = Rows & { words: Uint32Array };

/**
 * Yields the rows whose bytes differ, in bands from the top, as pixelmatch draws them for the whole pictures. pixelmatch blends
 * translucent colours over a pattern that depends on the position in the picture, so pictures with translucent colours are not split.
 */
export function* drawDifference(pair: Pair, same: SamePixels, options: PixelmatchOptions): Generator<Drawn> {
  const { before, after } = pair;
  const { height } = after;
  const bands = rowsThatDiffer(pair, same);
  const [first, last] = [bands[0], bands.at(-1)];
  if (!first || !last) return;
  const around = ({ from, to }: Rows) => ({ from: Math.max(0, from - CONTEXT), to: Math.min(height, to + CONTEXT) });
  if (bands.map(around).every((rows) => isOpaque(before, rows) && isOpaque(after, rows)))
    for (const band of bands) yield draw(pair, band, around(band), options);
  else yield draw(pair, { from: first.from, to: last.to }, { from: 0, to: height }, options);
}

function rowsThatDiffer({ before, after }: Pair, same: SamePixels): Rows[] {
  const { width, height } = after;
  const stride = width * 4;
  const tallest = Math.max(1, Math.floor(MAX_PIXELS / Math.max(1, width)));
  const bands: Rows[] = [];
  for (let y = 0; y < height; y++) {
    const [start, end] = [y * stride, (y + 1) * stride];
    if (same(before.data.subarray(start, end), after.data.subarray(start, end))) continue;
    const last = bands.at(-1);
    if (last && y - last.to < NEAR && y - last.from < tallest) last.to = y + 1;
    else bands.push({ from: y, to: y + 1 });
  }
  return bands;
}

function draw({ before, after }: Pair, { from, to }: Rows, around: Rows, options: PixelmatchOptions): Drawn {
  const { width } = after;
  const height = around.to - around.from;
  const [a, b] = [rowBand(before, around.from, height), rowBand(after, around.from, height)];
  const drawn = new Uint8Array(width * height * 4);
  pixelmatch(a.data, b.data, drawn, width, height, options);
  const words = new Uint32Array(drawn.buffer).subarray((from - around.from) * width, (to - around.from) * width);
  return { from, to, words };
}

function isOpaque(picture: Picture, { from, to }: Rows): boolean {
  const words = wordsOf(picture);
  for (let at = from * picture.width; at < to * picture.width; at++) if (words[at]! >>> 24 !== 255) return false;
  return true;
}
