// Finds bands of inserted or removed rows, so that the content below them is compared with its counterpart.
import type { RowShift } from "../outcome.ts";
import { matchRows } from "./matchRows.ts";
import { equalRows, type Picture, rowBand, type SamePixels, samePixels, wordsOf } from "./picture.ts";
import { numberKeys, rowKeys } from "./rowKeys.ts";

/** Rows of the baseline and of the test screenshot that correspond one to one. */
export type RowSegment = { baselineY: number; testY: number; height: number };

/**
 * Every row of either screenshot is in a segment or in a band. `reported` is false if the bands are only the surplus rows at the bottom of
 * two screenshots of different heights, that is, if nothing was found that a person would call "inserted here".
 */
export type RowAlignment = { segments: RowSegment[]; bands: RowShift[]; reported: boolean };

/** Minimum length of a run of equal rows. Shorter runs prove nothing: text of one size repeats single pixel rows all over a page. */
const MIN_RUN = 8;
/** Minimum number of rows in a run that occur exactly once in each screenshot. Fewer may be chance, such as an empty line with a border. */
const MIN_ANCHORS = 3;
/** A run without such rows (a striped table) counts if it is this long and has at least `LONG_RUN_DISTINCT` different rows. */
const LONG_RUN = 64;
const LONG_RUN_DISTINCT = 4;
/** At equal heights a shift must resolve at least this share of the changed rows; otherwise the plain comparison is used. */
const EQUAL_HEIGHT_GAIN = 0.5;

type Run = { a: number; b: number; length: number; strong: boolean };

/** Returns an alignment without shifts: row by row from the top, with the surplus rows at the bottom as a band. */
export function identityAlignment(baselineHeight: number, testHeight: number): RowAlignment {
  const height = Math.min(baselineHeight, testHeight);
  const bands: RowShift[] = [];
  if (baselineHeight > height) bands.push({ kind: "removed", y: height, height: baselineHeight - height });
  if (testHeight > height) bands.push({ kind: "inserted", y: height, height: testHeight - height });
  return { segments: [{ baselineY: 0, testY: 0, height }], bands, reported: false };
}

/** Aligns two pictures of the same width. Falls back to `identityAlignment` unless shifts explain more than a plain comparison does. */
export function alignRows(baseline: Picture, test: Picture, same: SamePixels = samePixels): RowAlignment {
  const identity = identityAlignment(baseline.height, test.height);
  if (baseline.width !== test.width) return identity;
  const common = Math.min(baseline.height, test.height);
  const top = equalRows(baseline, test, "top", common, same);
  const bottom = equalRows(baseline, test, "bottom", common - top, same);
  if (baseline.height === test.height && common - top - bottom < 2 * MIN_RUN) return identity;
  const { a, b, count } = numberKeys(
    rowKeys(baseline, top, baseline.height - bottom),
    rowKeys(test, top, test.height - bottom),
  );
  const runs = trustedRuns(runsOf(a, b, matchRows(a, b, count), count), a.length, b.length);
  const found = segmentsOf(runs, a.length, b.length, (i, j) => rowLikeness(baseline, test, top + i, top + j));
  if (found.bands.length === 0 || !explainsMore(found, a, b, plainlyChanged(baseline, test, top, same)))
    return identity;
  return {
    segments: joined([
      { baselineY: 0, testY: 0, height: top },
      ...found.segments.map((s) => ({ baselineY: s.baselineY + top, testY: s.testY + top, height: s.height })),
      { baselineY: baseline.height - bottom, testY: test.height - bottom, height: bottom },
    ]),
    bands: found.bands.map((band) => ({ ...band, y: band.y + top })),
    reported: true,
  };
}

/** Returns runs of consecutive matches on one diagonal. */
function runsOf(a: Int32Array, b: Int32Array, matched: Int32Array, count: number): Run[] {
  const timesInA = new Int32Array(count);
  const timesInB = new Int32Array(count);
  for (const id of a) timesInA[id]! += 1;
  for (const id of b) timesInB[id]! += 1;
  const runs: Run[] = [];
  for (let i = 0; i < a.length; ) {
    const j = matched[i]!;
    if (j < 0) {
      i++;
      continue;
    }
    let length = 1;
    while (i + length < a.length && matched[i + length] === j + length) length++;
    const ids = a.subarray(i, i + length);
    let anchors = 0;
    for (const id of ids) if (timesInA[id] === 1 && timesInB[id] === 1) anchors++;
    const strong =
      (length >= MIN_RUN && anchors >= MIN_ANCHORS) || (length >= LONG_RUN && new Set(ids).size >= LONG_RUN_DISTINCT);
    runs.push({ a: i, b: j, length, strong });
    i += length;
  }
  return runs;
}

/** Returns the strong runs, plus weak ones on the diagonal of a neighbour (or of the edges), because those introduce no shift. */
function trustedRuns(runs: readonly Run[], aLength: number, bLength: number): Run[] {
  const strong = runs.filter((run) => run.strong);
  let next = 0;
  let offset = 0;
  return runs.filter((run) => {
    while (next < strong.length && strong[next]!.a < run.a) next++;
    const own = run.b - run.a;
    const following = strong[next];
    const trusted = run.strong || own === offset || own === (following ? following.b - following.a : bLength - aLength);
    if (trusted) offset = own;
    return trusted;
  });
}

type Found = { segments: RowSegment[]; bands: RowShift[] };

/** Pairs as many rows as possible between two runs (they were changed); only the surplus becomes a band. */
function segmentsOf(
  runs: readonly Run[],
  aLength: number,
  bLength: number,
  likeness: (i: number, j: number) => number,
): Found {
  const segments: RowSegment[] = [];
  const bands: RowShift[] = [];
  let a = 0;
  let b = 0;
  for (const run of [...runs, { a: aLength, b: bLength, length: 0 }]) {
    const paired = Math.min(run.a - a, run.b - b);
    const excess = run.b - b - (run.a - a);
    const atTop = excess === 0 || paired === 0 || pairsAtTop(a, b, run.a, run.b, paired, likeness);
    if (atTop) segments.push({ baselineY: a, testY: b, height: paired });
    if (excess > 0) bands.push({ kind: "inserted", y: atTop ? b + paired : b, height: excess });
    if (excess < 0) bands.push({ kind: "removed", y: atTop ? a + paired : a, height: -excess });
    if (!atTop) segments.push({ baselineY: run.a - paired, testY: run.b - paired, height: paired });
    segments.push({ baselineY: run.a, testY: run.b, height: run.length });
    a = run.a + run.length;
    b = run.b + run.length;
  }
  return { segments: joined(segments), bands };
}

/** Whether the changed rows of a gap match better when counted from its top than from its bottom. */
function pairsAtTop(
  a: number,
  b: number,
  aEnd: number,
  bEnd: number,
  paired: number,
  likeness: (i: number, j: number) => number,
): boolean {
  // A sample of 32 rows spread over the gap is enough to decide.
  const step = Math.max(1, Math.floor(paired / 32));
  let top = 0;
  let bottom = 0;
  for (let i = 0; i < paired; i += step) {
    top += likeness(a + i, b + i);
    bottom += likeness(aEnd - paired + i, bEnd - paired + i);
  }
  return top >= bottom;
}

/** Returns the number of equal pixels of two rows, sampling every third pixel. */
function rowLikeness(baseline: Picture, test: Picture, i: number, j: number): number {
  const a = wordsOf(baseline);
  const b = wordsOf(test);
  const { width } = baseline;
  let equal = 0;
  for (let x = 0; x < width; x += 3) if (a[i * width + x] === b[j * width + x]) equal++;
  return equal;
}

/** Whether fewer rows stay changed with the shifts than without them (`plain`). */
function explainsMore(found: Found, a: Int32Array, b: Int32Array, plain: number): boolean {
  const difference = Math.abs(a.length - b.length);
  let aligned = found.bands.reduce((sum, band) => sum + band.height, 0);
  for (const { baselineY, testY, height } of found.segments)
    for (let i = 0; i < height; i++) if (a[baselineY + i] !== b[testY + i]) aligned++;
  if (difference === 0) return aligned <= plain * EQUAL_HEIGHT_GAIN;
  return aligned < plain || aligned === difference;
}

/** Returns the number of rows that differ from the row at the same place, plus the surplus rows of the taller picture. */
function plainlyChanged(baseline: Picture, test: Picture, from: number, same: SamePixels): number {
  const common = Math.min(baseline.height, test.height);
  let changed = Math.abs(baseline.height - test.height);
  for (let y = from; y < common; y++) if (!same(rowBand(baseline, y, 1).data, rowBand(test, y, 1).data)) changed++;
  return changed;
}

function joined(segments: readonly RowSegment[]): RowSegment[] {
  const result: RowSegment[] = [];
  for (const segment of segments) {
    const last = result.at(-1);
    if (segment.height === 0) continue;
    if (last && last.baselineY + last.height === segment.baselineY && last.testY + last.height === segment.testY)
      last.height += segment.height;
    else result.push({ ...segment });
  }
  return result;
}
