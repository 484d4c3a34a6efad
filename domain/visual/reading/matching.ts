// The state of matching two maps.
import type { Tree } from "./tree.ts";

/** `toBefore[at]`: the baseline's element that corresponds to the test map's element, or -1; `toAfter`: the reverse. */
export type Matching = { before: Tree; after: Tree; toBefore: Int32Array; toAfter: Int32Array };

export function pair({ toBefore, toAfter }: Matching, old: number, now: number): void {
  toBefore[now] = old;
  toAfter[old] = now;
}

/** Pairs two equal parts with everything in them. */
export function pairParts(matching: Matching, old: number, now: number): void {
  const { before, after, toBefore, toAfter } = matching;
  const open: [number, number][] = [[old, now]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [a, b] = next;
    // An element of the part may already be paired by its own name.
    if (toAfter[a] === -1 && toBefore[b] === -1) pair(matching, a, b);
    const inside = before.children[a]!;
    for (const [index, child] of after.children[b]!.entries()) open.push([inside[index]!, child]);
  }
}
