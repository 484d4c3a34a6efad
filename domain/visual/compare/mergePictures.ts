// Three-way merge of pictures: combines what each side changed since the base and reports conflicts where both changed the same part.
import type { Box } from "../pageMap.ts";
import { alignRows } from "./alignRows.ts";
import { CHANGED } from "./diffPixels.ts";
import { type Chunk, mergeRows, type Rows } from "./mergeRows.ts";
import {
  around,
  crop,
  intersection,
  type Picture,
  rowBand,
  type SamePixels,
  samePixels,
  stacked,
  wordsOf,
} from "./picture.ts";
import { findRegions } from "./regions.ts";

/**
 * A place where both sides changed the same part of the base in different ways. `box` is its place in the merged picture, which shows our
 * side there. `whole`: nothing of the pictures can be merged. `rows`: whole rows; the sides may have different numbers of them. `pixels`:
 * a part of rows that all three have; `core` has one byte per pixel of the box, 1 where all three differ; the other pixels of the box
 * surround those, to include the edges of what is drawn there.
 */
export type Conflict =
  | { kind: "whole" | "rows"; box: Box; ours: Picture; theirs: Picture }
  | { kind: "pixels"; box: Box; ours: Picture; theirs: Picture; core: Uint8Array };

/** `picture` shows our side in every conflict. Conflicts are sorted from the top. */
export type Merged = { picture: Picture; conflicts: Conflict[] };

/** Pixels around a conflict within which a one-sided change may belong to it, such as the rest of a letter. */
export const FRINGE = 8;

/**
 * Merges two pictures made from the same base (null if there was none). Rows are aligned as in a comparison; rows that all three have are
 * merged pixel by pixel. Pictures of different widths, or two without a base, are one conflict unless they are equal.
 */
export function mergePictures(
  base: Picture | null,
  ours: Picture,
  theirs: Picture,
  same: SamePixels = samePixels,
): Merged {
  if (equalPictures(ours, theirs, same)) return { picture: ours, conflicts: [] };
  if (base && equalPictures(base, ours, same)) return { picture: theirs, conflicts: [] };
  if (base && equalPictures(base, theirs, same)) return { picture: ours, conflicts: [] };
  const { width } = ours;
  if (!base || base.width !== width || theirs.width !== width) {
    const box = { x: 0, y: 0, width, height: ours.height };
    return { picture: ours, conflicts: [{ kind: "whole", box, ours, theirs }] };
  }
  const chunks = mergeRows(base.height, alignRows(base, ours, same), alignRows(base, theirs, same));
  const strips: Picture[] = [];
  const conflicts: Conflict[] = [];
  let y = 0;
  for (const chunk of chunks) {
    const merged = mergeChunk(chunk, { base, ours, theirs }, same);
    for (const conflict of merged.conflicts)
      conflicts.push({ ...conflict, box: { ...conflict.box, y: conflict.box.y + y } });
    strips.push(merged.picture);
    y += merged.picture.height;
  }
  return { picture: stacked(width, strips), conflicts };
}

type Three = { base: Picture; ours: Picture; theirs: Picture };

const bandOf = (picture: Picture, { y, height }: Rows): Picture => rowBand(picture, y, height);

export function equalPictures(a: Picture, b: Picture, same: SamePixels = samePixels): boolean {
  return a.width === b.width && a.height === b.height && (a.data === b.data || same(a.data, b.data));
}

function mergeChunk(chunk: Chunk, three: Three, same: SamePixels): Merged {
  const [ours, theirs] = [bandOf(three.ours, chunk.ours), bandOf(three.theirs, chunk.theirs)];
  const conflict = (): Merged => {
    const box = { x: 0, y: 0, width: ours.width, height: ours.height };
    return { picture: ours, conflicts: [{ kind: "rows", box, ours, theirs }] };
  };
  if (equalPictures(ours, theirs, same)) return { picture: ours, conflicts: [] };
  if (chunk.kind === "put") {
    if (chunk.within || (ours.height > 0 && theirs.height > 0)) return conflict();
    return { picture: ours.height > 0 ? ours : theirs, conflicts: [] };
  }
  const base = bandOf(three.base, chunk.base);
  if (equalPictures(base, ours, same)) return { picture: theirs, conflicts: [] };
  if (equalPictures(base, theirs, same)) return { picture: ours, conflicts: [] };
  return chunk.kind === "taken" ? conflict() : mergePixels({ base, ours, theirs }, same);
}

/** Merges pictures of the same size. */
function mergePixels({ base, ours, theirs }: Three, same: SamePixels): Merged {
  const { width, height } = base;
  const picture: Picture = { width, height, data: new Uint8Array(ours.data) };
  const [merged, b, o, t] = [wordsOf(picture), wordsOf(base), wordsOf(ours), wordsOf(theirs)];
  let met: Uint8Array | null = null;
  for (let y = 0; y < height; y++) {
    const [before, left, right] = [base, ours, theirs].map((one) => rowBand(one, y, 1).data) as [
      Uint8Array,
      Uint8Array,
      Uint8Array,
    ];
    if (same(before, right) || same(left, right)) continue;
    for (let at = y * width; at < (y + 1) * width; at++) {
      if (t[at] === b[at] || t[at] === o[at]) continue;
      if (o[at] === b[at]) merged[at] = t[at]!;
      else {
        met ??= new Uint8Array(width * height);
        met[at] = CHANGED;
      }
    }
  }
  return { picture, conflicts: met ? conflictsIn(met, { base, ours, theirs }) : [] };
}

function conflictsIn(met: Uint8Array, { ours, theirs }: Three): Conflict[] {
  const { width, height } = ours;
  const page = { x: 0, y: 0, width, height };
  const boxes = apart(findRegions(met, width, height).map(({ box }) => box));
  return boxes.flatMap((tight): Conflict[] => {
    const { x, y } = tight;
    const wide = { x: x - FRINGE, y: y - FRINGE, width: tight.width + 2 * FRINGE, height: tight.height + 2 * FRINGE };
    const box = intersection(wide, page);
    if (!box) return [];
    const core = new Uint8Array(box.width * box.height);
    // The part of the wider box outside the tight one belongs to another conflict.
    for (let row = 0; row < tight.height; row++) {
      const from = (y + row) * width + x;
      core.set(met.subarray(from, from + tight.width), (y - box.y + row) * box.width + x - box.x);
    }
    return [{ kind: "pixels", box, ours: crop(ours, box), theirs: crop(theirs, box), core }];
  });
}

/** Joins boxes that share a pixel, so that each conflict is in exactly one box. Returns them sorted from the top. */
function apart(boxes: readonly Box[]): Box[] {
  const result: Box[] = [];
  for (const box of boxes) {
    let whole = box;
    for (let at = 0; at < result.length; at++) {
      const other = result[at]!;
      if (!intersection(whole, other)) continue;
      whole = around(whole, other);
      result.splice(at, 1);
      // The box grew, so it may now touch boxes that it did not touch before.
      at = -1;
    }
    result.push(whole);
  }
  return result.sort((a, b) => a.y - b.y || a.x - b.x);
}
