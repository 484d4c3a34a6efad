// Finds blocks that were added, removed, moved or replaced.
import { isDrawn } from "../compare/contentChanges.ts";
import { longestRising } from "../compare/matchRows.ts";
import type { Box, MapElement, PageMap } from "../pageMap.ts";
import type { Draft } from "./draft.ts";
import type { Matching } from "./matching.ts";
import { partOf, type Tree } from "./tree.ts";

/** `aboveBefore`, `aboveAfter`: for each element, the nearest ancestor that is in both maps, or -1. */
export type Above = { aboveBefore: Int32Array; aboveAfter: Int32Array };

export function aboveOf({ before, after, toBefore, toAfter }: Matching): Above {
  return { aboveBefore: nearestMatched(before, toAfter), aboveAfter: nearestMatched(after, toBefore) };
}

function nearestMatched({ parents }: Tree, partners: Int32Array): Int32Array {
  const above = new Int32Array(parents.length);
  for (const [at, parent] of parents.entries())
    above[at] = parent === -1 ? -1 : partners[parent] === -1 ? above[parent]! : parent;
  return above;
}

export function blockChanges(matching: Matching, above: Above, maps: { baseline: PageMap; test: PageMap }): Draft[] {
  const { before, after, toBefore, toAfter } = matching;
  // A truncated map proves nothing about missing elements, and a map of version 1 nothing about shadow trees and frames.
  const complete = !maps.baseline.cut && !maps.test.cut;
  const knows = (map: PageMap) => (element: MapElement) => complete && (map.v > 1 || element.inside === undefined);
  const added = looseRoots(after, toBefore, knows(maps.baseline));
  const removed = looseRoots(before, toAfter, knows(maps.test));
  const places = removed.map(
    ({ at, silent }) => `${toAfter[above.aboveBefore[at]!] ?? -1} ${neighbourOf(before, toAfter, at, true)} ${silent}`,
  );
  const waiting = new Map<string, number[]>();
  for (const [index, { at }] of removed.entries()) {
    const list = waiting.get(places[index]!);
    if (list) list.push(at);
    else waiting.set(places[index]!, [at]);
  }
  const drafts: Draft[] = [];
  const replaced = new Set<number>();
  for (const { at: now, silent } of added) {
    const place = `${above.aboveAfter[now]} ${neighbourOf(after, toBefore, now, false)} ${silent}`;
    const old = waiting.get(place)?.shift();
    if (old !== undefined) replaced.add(old);
    const kind = old === undefined ? "added" : "replaced";
    const push = pushOf(before.elements[old ?? -1], after.elements[now]);
    drafts.push({ kind, old: old ?? -1, now, styles: [], push, silent });
  }
  for (const { at: old, silent } of removed) {
    if (replaced.has(old)) continue;
    drafts.push({ kind: "removed", old, now: -1, styles: [], push: pushOf(before.elements[old], undefined), silent });
  }
  return [...drafts, ...moves(matching, above)];
}

function pushOf(old: MapElement | undefined, now: MapElement | undefined): number {
  return (
    Math.abs((now?.box.height ?? 0) - (old?.box.height ?? 0)) + Math.abs((now?.box.width ?? 0) - (old?.box.width ?? 0))
  );
}

/** `silent`: whether it shows nothing that is recorded. */
type Root = { at: number; silent: boolean };

/** Returns the outermost elements that only one map has. */
function looseRoots(tree: Tree, partners: Int32Array, known: (element: MapElement) => boolean): Root[] {
  const isMatched = (at: number) => partners[at] !== -1;
  const roots: Root[] = [];
  const look = (root: number): void => {
    const open = [root];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (isMatched(at) || !known(tree.elements[at]!)) continue;
      const own = partOf(tree, at, isMatched);
      // A new wrapper around existing content is a change of the wrapper, not of the content.
      const holds = own.some((one) => tree.children[one]!.some(isMatched));
      if (!own.some((one) => isDrawn(tree.elements[one]!))) {
        if (!holds) roots.push({ at, silent: true });
        continue;
      }
      if (holds && !isDrawn(tree.elements[at]!)) open.push(...tree.children[at]!.toReversed());
      else roots.push({ at, silent: false });
    }
  };
  for (const [at, parent] of tree.parents.entries())
    if (!isMatched(at) && (parent === -1 || isMatched(parent))) look(at);
  return roots;
}

const isSameBox = (a: Box, b: Box): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

/** Returns the preceding sibling that both maps have, as its index in the test map, or -1. */
function neighbourOf(tree: Tree, partners: Int32Array, at: number, ofBaseline: boolean): number {
  const siblings = tree.children[tree.parents[at]!] ?? tree.roots;
  for (let index = placeIn(siblings, at) - 1; index >= 0; index--) {
    const one = siblings[index]!;
    if (partners[one] !== -1) return ofBaseline ? partners[one]! : one;
  }
  return -1;
}

/** Binary search; siblings are in ascending order. */
function placeIn(siblings: readonly number[], at: number): number {
  let [low, high] = [0, siblings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (siblings[middle]! < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns elements with a new parent and elements that changed their order among their siblings, but not what moved inside them. */
function moves({ before, after, toBefore, toAfter }: Matching, { aboveBefore, aboveAfter }: Above): Draft[] {
  const drafts: Draft[] = [];
  const inside = new Map<number, [number, number][]>();
  const move = (now: number) =>
    drafts.push({
      kind: "moved",
      old: toBefore[now]!,
      now,
      styles: [],
      push: after.elements[now]!.box.height + after.elements[now]!.box.width,
    });
  for (const [now, old] of toBefore.entries()) {
    if (old === -1) continue;
    const parent = aboveAfter[now]!;
    if ((aboveBefore[old] === -1 ? -1 : toAfter[aboveBefore[old]!]) !== parent) {
      // A change of the markup that is not visible is not a move.
      if (isDrawnWithin(after, now) && !isSameBox(after.elements[now]!.box, before.elements[old]!.box)) move(now);
      continue;
    }
    const list = inside.get(parent);
    if (list) list.push([now, old]);
    else inside.set(parent, [[now, old]]);
  }
  for (const list of inside.values()) {
    if (list.every(([, old], index) => index === 0 || list[index - 1]![1] < old)) continue;
    const kept = new Set(longestRising(list).map(([now]) => now));
    for (const [now] of list) if (!kept.has(now) && isDrawnWithin(after, now)) move(now);
  }
  return drafts;

  function isDrawnWithin(tree: Tree, at: number): boolean {
    return (
      tree.says[at] === 1 ||
      partOf(tree, at, undefined, 100).some((one) => isDrawn(before.elements[toBefore[one]!] ?? tree.elements[one]!))
    );
  }
}
