// Which rows of three pictures stand for each other: the rows of base, cut where either side put rows in or took rows out.
import type { RowAlignment } from "./alignRows.ts";

/** Rows of one picture, from `y` on. */
export type Rows = { y: number; height: number };
const NO_ROWS: Rows = { y: 0, height: 0 };

/**
 * `all`: rows of all three, one for one. `put`: rows that one side or both put in where base has none. `taken`: rows of base that at
 * least one side took out; the other's are empty where it took them out as well. `within`: the other side took base's rows out around them.
 */
export type Chunk =
  | { kind: "all"; base: Rows; ours: Rows; theirs: Rows }
  | { kind: "put"; ours: Rows; theirs: Rows; within: boolean }
  | { kind: "taken"; base: Rows; ours: Rows; theirs: Rows };

/** One side by the rows of base. */
type Side = {
  /** Where base's row is in the side; -1: it was taken out. */
  placeOf(y: number): number;
  /** What was put in before base's row. */
  putBefore(y: number): Rows;
  edges: number[];
};

/** The chunks of a merge, from the top. Both alignments are of base with a side. */
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
  // Base's rows that are still there, and where each stretch of them begins in the side.
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
