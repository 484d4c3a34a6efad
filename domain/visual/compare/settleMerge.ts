// Resolves the conflicts of a merge with a new screenshot: each conflict takes the side that equals the screenshot there in every pixel.
import { alignRows, type RowAlignment } from "./alignRows.ts";
import { type Conflict, equalPictures, FRINGE, type Merged } from "./mergePictures.ts";
import { type Picture, rowBand, type SamePixels, samePixels, stacked, wordsOf } from "./picture.ts";

/** Maximum number of row conflicts that are tried, because each try aligns the whole page. The rest shows our side. */
const MAX_ROW_CONFLICTS = 8;

/** `open`: number of conflicts where the screenshot equals neither side; the expected picture shows our side there. */
export type Settled = { picture: Picture; open: number };

/** Returns what a screenshot of the merged page should look like. Only equal pixels choose a side, never similarity. */
export function settleMerge(merged: Merged, test: Picture, same: SamePixels = samePixels): Settled {
  if (merged.conflicts.length === 0) return { picture: merged.picture, open: 0 };
  const [first] = merged.conflicts;
  if (first?.kind === "whole") return settleWhole(first, test, same);
  if (merged.picture.width !== test.width) return { picture: merged.picture, open: merged.conflicts.length };
  let { picture } = merged;
  let open = 0;
  // If one side has more rows, everything below moves, including the places of later conflicts.
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
 * Returns a picture that matches nothing at its conflicts, for use as the base of another merge whose sides have both resolved, and
 * therefore changed, these conflicts.
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

/** A colour that no pixel of a page has: translucent, whatever the byte order. */
const NO_COLOUR = 0x00_01_01_00;

function settleWhole({ ours, theirs }: Conflict, test: Picture, same: SamePixels): Settled {
  const shown = [ours, theirs].find((side) => equalPictures(side, test, same));
  return { picture: shown ?? ours, open: shown ? 0 : 1 };
}

/**
 * Returns the picture with the rows that the test screenshot shows at this place: ours, theirs, or both if both sides inserted rows; null
 * if none match.
 */
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

/** Whether the test screenshot shows exactly these rows between what is above and what is below them. */
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

/** Writes the side that the test screenshot shows into the expected picture. Returns false if it shows neither. */
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
  // Try the conflict with the edges of what is drawn around it (if the sides differ there), then the conflict alone.
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

/** Returns the range of rows that contain part of the core. */
function rowsOf(core: Uint8Array, width: number): { from: number; to: number } {
  const from = Math.floor(Math.max(0, core.findIndex(Boolean)) / width);
  return { from, to: Math.floor(core.findLastIndex(Boolean) / width) + 1 };
}

/** Returns one byte per pixel, 1 if a pixel of `core` is at most FRINGE rows and columns away. */
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
