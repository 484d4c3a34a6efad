// What is known so far of two maps that are matched.
import type { Tree } from "./tree.ts";

/** `toBefore[at]`: the baseline's element that the test map's element is, -1 for none; `toAfter` the other way round. */
export type Matching = { before: Tree; after: Tree; toBefore: Int32Array; toAfter: Int32Array };

export function pair({ toBefore, toAfter }: Matching, old: number, now: number): void {
  toBefore[now] = old;
  toAfter[old] = now;
}

/** Two equal parts, with all in them. */
export function pairParts(matching: Matching, old: number, now: number): void {
  const { before, after, toBefore, toAfter } = matching;
  const open: [number, number][] = [[old, now]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [a, b] = next;
    // A part of it may be known already by a name of its own.
    if (toAfter[a] === -1 && toBefore[b] === -1) pair(matching, a, b);
    const inside = before.children[a]!;
    for (const [index, child] of after.children[b]!.entries()) open.push([inside[index]!, child]);
  }
}
