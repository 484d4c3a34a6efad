// Settles the conflicts of a merge by a new picture: each takes the side that the picture equals there in every pixel.
import { alignRows, type RowAlignment } from "./alignRows.ts";
import { type Conflict, equalPictures, FRINGE, type Merged } from "./mergePictures.ts";
import { type Picture, rowBand, type SamePixels, samePixels, stacked, wordsOf } from "./picture.ts";

/** Conflicts of rows that are tried: each try aligns the whole page. What is left shows our side. */
const MAX_ROW_CONFLICTS = 8;

/** `open`: conflicts where the picture equals neither side; the expected picture shows ours there. */
export type Settled = { picture: Picture; open: number };

/** What a picture of the merged page should look like. Only equal pixels choose a side, never likeness. */
export function settleMerge(merged: Merged, test: Picture, same: SamePixels = samePixels): Settled {
  if (merged.conflicts.length === 0) return { picture: merged.picture, open: 0 };
  const [first] = merged.conflicts;
  if (first?.kind === "whole") return settleWhole(first, test, same);
  if (merged.picture.width !== test.width) return { picture: merged.picture, open: merged.conflicts.length };
  let { picture } = merged;
  let open = 0;
  // Rows that one side has more move everything below, and with it the places of conflicts.
  let shift = 0;
  let tried = 0;
  const inRows: Extract<Conflict, { kind: "pixels" }>[] = [];
  for (const conflict of merged.conflicts) {
    const y = conflict.box.y + shift;
    if (conflict.kind === "pixels") {
      inRows.push({ ...conflict, box: { ...conflict.box, y } });
      continue;
    }
    const found = tried++ < MAX_ROW_CONFLICTS ? settleRows(picture, { ...conflict, y }, test, same) : null;
    if (found === null) open++;
    else {
      shift += found.height - picture.height;
      picture = found;
    }
  }
  if (inRows.length === 0) return { picture, open };
  const alignment = alignRows(picture, test, same);
  const expected = { ...picture, data: new Uint8Array(picture.data) };
  for (const conflict of inRows) if (!settlePixels(expected, conflict, test, alignment)) open++;
  return { picture: expected, open };
}

/**
 * A picture that is equal to none where its conflicts are: as the base of another merge, both of whose sides have settled them in some
 * way and so have changed it.
 */
export function withoutConflicts({ picture, conflicts }: Merged): Picture {
  if (conflicts.length === 0) return picture;
  const copy = { ...picture, data: new Uint8Array(picture.data) };
  const words = wordsOf(copy);
  for (const { box, ...conflict } of conflicts)
    for (let row = 0; row < box.height; row++)
      for (let x = 0; x < box.width; x++)
        if (conflict.kind !== "pixels" || conflict.core[row * box.width + x])
          words[(box.y + row) * copy.width + box.x + x] = NO_COLOUR;
  return copy;
}

/** No pixel of a page: nothing of it is seen through, whatever the byte order. */
const NO_COLOUR = 0x00_01_01_00;

function settleWhole({ ours, theirs }: Conflict, test: Picture, same: SamePixels): Settled {
  const shown = [ours, theirs].find((side) => equalPictures(side, test, same));
  return { picture: shown ?? ours, open: shown ? 0 : 1 };
}

/** The picture with the rows that the test shows in this place: ours, theirs, or where both sides put some in, both. */
function settleRows(
  picture: Picture,
  { y, ours, theirs }: { y: number; ours: Picture; theirs: Picture },
  test: Picture,
  same: SamePixels,
): Picture | null {
  const { width } = picture;
  const both =
    ours.height > 0 && theirs.height > 0
      ? [
          [ours, theirs],
          [theirs, ours],
        ]
      : [];
  for (const rows of [[ours], [theirs], ...both]) {
    const above = rowBand(picture, 0, y);
    const below = rowBand(picture, y + ours.height, picture.height - y - ours.height);
    const tried = rows[0] === ours && rows.length === 1 ? picture : stacked(width, [above, ...rows, below]);
    const height = rows.reduce((sum, row) => sum + row.height, 0);
    if (showsRows(tried, { y, height }, test, same)) return tried;
  }
  return null;
}

/** Whether the test shows these rows between what is above and what is below them, and nothing else there. */
function showsRows(
  picture: Picture,
  { y, height }: { y: number; height: number },
  test: Picture,
  same: SamePixels,
): boolean {
  const { segments } = alignRows(picture, test, same);
  const [first, last] = [Math.max(0, y - 1), Math.min(picture.height - 1, y + height)];
  const segment = segments.find(({ baselineY, height: rows }) => baselineY <= first && last < baselineY + rows);
  if (!segment) return false;
  const from = y + segment.testY - segment.baselineY;
  if (y === 0 && from !== 0) return false;
  if (y + height === picture.height && from + height !== test.height) return false;
  return same(rowBand(picture, y, height).data, rowBand(test, from, height).data);
}

/** Writes the side that the test shows into the expected picture; false: it shows neither. */
function settlePixels(
  expected: Picture,
  { box, ours, theirs, core }: Extract<Conflict, { kind: "pixels" }>,
  test: Picture,
  { segments }: RowAlignment,
): boolean {
  const shown = segments.find(
    ({ baselineY, height }) => baselineY <= box.y && box.y + box.height <= baselineY + height,
  );
  const tight = rowsOf(core, box.width);
  const segment =
    shown ??
    segments.find(({ baselineY, height }) => baselineY <= box.y + tight.from && box.y + tight.to <= baselineY + height);
  if (!segment) return false;
  const offset = segment.testY - segment.baselineY;
  const [o, t] = [wordsOf(ours), wordsOf(theirs)];
  // First with the edges of what is drawn there, as far as the sides differ; else the conflict alone.
  const near = shown ? widened(core, box.width, box.height) : null;
  for (const part of near ? [near, core] : [core])
    for (const side of [o, t]) {
      if (!showsPixels(part, side, o, t)) continue;
      const words = wordsOf(expected);
      for (let at = 0; at < part.length; at++) if (part[at]) words[placeOf(expected, at)] = side[at]!;
      return true;
    }
  return false;

  function placeOf({ width }: Picture, at: number, down = 0): number {
    const row = Math.floor(at / box.width);
    return (box.y + row + down) * width + box.x + (at - row * box.width);
  }
  function showsPixels(part: Uint8Array, side: Uint32Array, left: Uint32Array, right: Uint32Array): boolean {
    const words = wordsOf(test);
    for (let at = 0; at < part.length; at++)
      if (part[at] && left[at] !== right[at] && words[placeOf(test, at, offset)] !== side[at]) return false;
    return true;
  }
}

/** The rows that hold any of it. */
function rowsOf(core: Uint8Array, width: number): { from: number; to: number } {
  const from = Math.floor(Math.max(0, core.findIndex(Boolean)) / width);
  return { from, to: Math.floor(core.findLastIndex(Boolean) / width) + 1 };
}

/** A byte a pixel, 1 where one of `core` is at most FRINGE rows and columns away. */
function widened(core: Uint8Array, width: number, height: number): Uint8Array {
  const along = spread(core, { lines: height, length: width, step: 1, stride: width });
  return spread(along, { lines: width, length: height, step: width, stride: 1 });
}

function spread(
  from: Uint8Array,
  { lines, length, step, stride }: { lines: number; length: number; step: number; stride: number },
): Uint8Array {
  const result = new Uint8Array(from.length);
  for (let line = 0; line < lines; line++) {
    let last = Number.NEGATIVE_INFINITY;
    let next = 0;
    for (let at = 0; at < length; at++) {
      if (from[line * stride + at * step]) last = at;
      while (next < length && (next < at || !from[line * stride + next * step])) next++;
      if (at - last <= FRINGE || (next < length && next - at <= FRINGE)) result[line * stride + at * step] = 1;
    }
  }
  return result;
}
