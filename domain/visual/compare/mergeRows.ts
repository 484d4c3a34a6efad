// Matches the rows of three pictures: the rows of the base, cut where either side inserted or removed rows.
import type { RowAlignment } from "./alignRows.ts";

/** Rows of one picture, starting at `y`. */
export type Rows = { y: number; height: number };
const NO_ROWS: Rows = { y: 0, height: 0 };

/**
 * `all`: rows of all three, one to one. `put`: rows that one or both sides inserted where the base has none; `within`: the other side
 * removed the base's rows around them. `taken`: rows of the base that at least one side removed; the rows of the other side are empty if
 * it removed them as well.
 */
export type Chunk =
  | { kind: "all"; base: Rows; ours: Rows; theirs: Rows }
  | { kind: "put"; ours: Rows; theirs: Rows; within: boolean }
  | { kind: "taken"; base: Rows; ours: Rows; theirs: Rows };

/** One side, addressed by rows of the base. */
type Side = {
  /** Returns the row of the side that corresponds to the base's row, or -1 if it was removed. */
  placeOf(y: number): number;
  /** Returns the rows inserted before the base's row. */
  putBefore(y: number): Rows;
  edges: number[];
};

/** Returns the chunks of a merge from the top. Both alignments are from the base to a side. */
export function mergeRows(baseHeight: number, ours: RowAlignment, theirs: RowAlignment): Chunk[] {
  const [a, b] = [sideOf(baseHeight, ours), sideOf(baseHeight, theirs)];
  const cuts = [...new Set([0, baseHeight, ...a.edges, ...b.edges])].sort((p, q) => p - q);
  const chunks: Chunk[] = [];
  for (const [index, y] of cuts.entries()) {
    const [ourPut, theirPut] = [a.putBefore(y), b.putBefore(y)];
    const isGone = ({ placeOf }: Side) => y > 0 && y < baseHeight && placeOf(y - 1) < 0 && placeOf(y) < 0;
    const within = (ourPut.height > 0 && isGone(b)) || (theirPut.height > 0 && isGone(a));
    if (ourPut.height + theirPut.height > 0) chunks.push({ kind: "put", ours: ourPut, theirs: theirPut, within });
    const end = cuts[index + 1];
    if (end === undefined) break;
    const height = end - y;
    const rowsIn = ({ placeOf }: Side): Rows => (placeOf(y) < 0 ? NO_ROWS : { y: placeOf(y), height });
    const kind = a.placeOf(y) < 0 || b.placeOf(y) < 0 ? "taken" : "all";
    chunks.push({ kind, base: { y, height }, ours: rowsIn(a), theirs: rowsIn(b) });
  }
  return chunks;
}

function sideOf(baseHeight: number, { segments, bands }: RowAlignment): Side {
  const inserted = bands.filter(({ kind }) => kind === "inserted");
  const removed = bands.filter(({ kind }) => kind === "removed");
  // Inserted rows by the row of the base that they come before.
  const put = new Map<number, Rows>();
  for (const { y, height } of inserted) {
    const below = segments.find(({ testY }) => testY >= y + height);
    const before = below ? below.baselineY : baseHeight;
    const known = put.get(before);
    put.set(before, known ? { y: Math.min(known.y, y), height: known.height + height } : { y, height });
  }
  return {
    placeOf(y) {
      const segment = segments.find(({ baselineY, height }) => y >= baselineY && y < baselineY + height);
      return segment ? segment.testY + y - segment.baselineY : -1;
    },
    putBefore: (y) => put.get(y) ?? NO_ROWS,
    edges: [
      ...segments.flatMap(({ baselineY, height }) => [baselineY, baselineY + height]),
      ...removed.flatMap(({ y, height }) => [y, y + height]),
      ...put.keys(),
    ],
  };
}
