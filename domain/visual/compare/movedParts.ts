// Finds where two frames of one page differ: what moved by itself, without what it merely pushed up or down.
import type { Box } from "../pageMap.ts";
import { alignRows, type RowAlignment } from "./alignRows.ts";
import { CHANGED } from "./diffPixels.ts";
import { mayBegin } from "./mask.ts";
import { type Picture, type SamePixels, samePixels, wordsOf } from "./picture.ts";
import { findRegions } from "./regions.ts";

/**
 * `boxes`: each cluster of pixels that differ, in pixels of `after`. `lines`: the same, with lines of text separated that a cluster joins.
 * `alignment`: set if rows were inserted or removed, so that places of `before` are elsewhere in `after`. `inserted`: the inserted rows.
 */
export type MovedParts = { boxes: Box[]; lines?: Box[]; alignment?: RowAlignment; inserted?: Box[] };

/** Minimum number of unchanged rows between two lines of text; the dots of a colon are closer. */
const LINE_GAP = 5;

/** Compares two frames. Every difference counts, because the question is whether something moves, not what it looks like. */
export function movedParts(before: Picture, after: Picture, same: SamePixels = samePixels): MovedParts {
  const { width, height } = after;
  // Align even at equal heights: a page shorter than its viewport keeps its height whatever is added or removed.
  const alignment = before.width === width ? alignRows(before, after, same) : null;
  if (before.height === height && alignment && !alignment.reported)
    return partsOf(differing(before, after, alignment.segments), after);
  // No row of one frame was found at another place in the other.
  if (!alignment?.reported)
    return { boxes: [{ x: 0, y: 0, width: Math.max(before.width, width), height: Math.max(before.height, height) }] };
  const mask = differing(before, after, alignment.segments);
  const inserted = alignment.bands
    .filter(({ kind }) => kind === "inserted")
    .map(({ y, height }) => ({ x: 0, y: highestPlace(after, y, height), width, height }));
  for (const band of inserted) markDrawn(mask, after, band);
  return { ...partsOf(mask, after), alignment, inserted };
}

function partsOf(mask: Uint8Array, { width, height }: Picture): Required<Pick<MovedParts, "boxes" | "lines">> {
  const boxes = findRegions(mask, width, height).map(({ box }) => box);
  return { boxes, lines: boxes.flatMap((box) => linesIn(mask, width, box)) };
}

/** Splits a cluster into groups of consecutive changed rows, each with a box tight around its own pixels. */
function linesIn(mask: Uint8Array, width: number, { x, y, ...size }: Box): Box[] {
  const lines: { top: number; bottom: number; left: number; right: number }[] = [];
  for (let row = y; row < y + size.height; row++) {
    const cells = mask.subarray(row * width + x, row * width + x + size.width);
    const left = cells.indexOf(CHANGED);
    if (left < 0) continue;
    const right = cells.lastIndexOf(CHANGED);
    const last = lines.at(-1);
    if (!last || row - last.bottom > LINE_GAP) lines.push({ top: row, bottom: row, left, right });
    else Object.assign(last, { bottom: row, left: Math.min(last.left, left), right: Math.max(last.right, right) });
  }
  return lines.map(({ top, bottom, left, right }) => ({
    x: x + left,
    y: top,
    width: right - left + 1,
    height: bottom - top + 1,
  }));
}

function differing(before: Picture, after: Picture, segments: RowAlignment["segments"]): Uint8Array {
  const a = wordsOf(before);
  const b = wordsOf(after);
  const { width } = after;
  const mask = new Uint8Array(b.length);
  for (const { baselineY, testY, height } of segments) {
    const away = (baselineY - testY) * width;
    for (let at = testY * width; at < (testY + height) * width; at++) if (a[at + away] !== b[at]) mask[at] = CHANGED;
  }
  return mask;
}

/**
 * Returns the highest row at which the inserted rows can begin. Among equal rows the exact place is ambiguous: a line of text comes with
 * the background above it.
 */
function highestPlace(after: Picture, y: number, height: number): number {
  let place = y;
  while (place > 0 && mayBegin(after, { y: place, height }, place - 1)) place--;
  return place;
}

/** Marks what is drawn in inserted rows. A column of one colour is the background or the side of a frame. */
function markDrawn(mask: Uint8Array, after: Picture, { y, height }: Box): void {
  const words = wordsOf(after);
  const { width } = after;
  const end = (y + height) * width;
  for (let x = 0; x < width; x++) {
    const ground = words[y * width + x];
    for (let at = y * width + x; at < end; at += width) if (words[at] !== ground) mask[at] = CHANGED;
  }
}
