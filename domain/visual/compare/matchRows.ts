// Matches rows of the test screenshot with rows of the baseline: patience diff, with a bounded Myers diff for rows that repeat.
import { editScript } from "./editScript.ts";

/** Maximum nesting depth. No page needed more so far; it limits the work to 12 passes over all rows. */
const MAX_DEPTH = 12;

/** Returns for each row of `a` the equal row of `b`, or -1; the results are ascending. `ids` are equal for equal rows and lie in [0, count). */
export function matchRows(a: Int32Array, b: Int32Array, count: number): Int32Array {
  const matched = new Int32Array(a.length).fill(-1);
  const inA = new Int32Array(count);
  const inB = new Int32Array(count);
  const placeInB = new Int32Array(count);

  /** Returns the rows that occur once on both sides of the gap, in the order of `a`, reduced to an ascending chain. */
  function anchors(aFrom: number, aTo: number, bFrom: number, bTo: number): [number, number][] {
    for (let i = aFrom; i < aTo; i++) inA[a[i]!]! += 1;
    for (let j = bFrom; j < bTo; j++) {
      inB[b[j]!]! += 1;
      placeInB[b[j]!] = j;
    }
    const pairs: [number, number][] = [];
    for (let i = aFrom; i < aTo; i++) if (inA[a[i]!] === 1 && inB[a[i]!] === 1) pairs.push([i, placeInB[a[i]!]!]);
    for (let i = aFrom; i < aTo; i++) inA[a[i]!] = 0;
    for (let j = bFrom; j < bTo; j++) inB[b[j]!] = 0;
    return longestRising(pairs);
  }

  function match(aFrom: number, aTo: number, bFrom: number, bTo: number, depth: number): void {
    while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) matched[aFrom++] = bFrom++;
    while (aFrom < aTo && bFrom < bTo && a[aTo - 1] === b[bTo - 1]) matched[--aTo] = --bTo;
    if (aFrom === aTo || bFrom === bTo || depth > MAX_DEPTH) return;
    const fixed = anchors(aFrom, aTo, bFrom, bTo);
    if (fixed.length === 0) {
      for (const [i, j] of editScript(a.subarray(aFrom, aTo), b.subarray(bFrom, bTo))) matched[aFrom + i] = bFrom + j;
      return;
    }
    for (const [i, j] of fixed) {
      // Rows of a block are consecutive: only a step that skips rows on either side leaves a gap to search.
      if (i > aFrom || j > bFrom) match(aFrom, i, bFrom, j, depth + 1);
      matched[i] = j;
      aFrom = i + 1;
      bFrom = j + 1;
    }
    match(aFrom, aTo, bFrom, bTo, depth + 1);
  }

  match(0, a.length, 0, b.length, 0);
  return matched;
}

/** Returns the longest chain of pairs whose second number is ascending too (patience sorting, O(n log n)). */
export function longestRising(pairs: readonly [number, number][]): [number, number][] {
  const tops: number[] = [];
  const before = new Int32Array(pairs.length);
  for (const [index, [, value]] of pairs.entries()) {
    let low = 0;
    let high = tops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tops[middle]!]![1] < value) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? tops[low - 1]! : -1;
    tops[low] = index;
  }
  const chain: [number, number][] = [];
  for (let at = tops.at(-1) ?? -1; at >= 0; at = before[at]!) chain.push(pairs[at]!);
  return chain.reverse();
}
