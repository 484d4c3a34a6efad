// Matches the elements of two page maps: equal parts first, then by names, then by their content and position.
import type { PageMap } from "../pageMap.ts";
import { type Matching, pair, pairParts } from "./matching.ts";
import { matchSiblings } from "./matchSiblings.ts";
import { type Tree, treesOf } from "./tree.ts";

/** Minimum number of letters by which a single text that moved alone is recognised; shorter ones repeat. */
const TELLING_TEXT = 8;
/** Minimum number of elements of a part to be recognised if its surroundings differ on both sides. */
const TELLING_SIZE = 4;

/** Matches every element at most once. Time grows with the number of elements, not of their pairs. */
export function matchTrees(baseline: PageMap, test: PageMap): Matching {
  const { before, after } = treesOf(baseline, test);
  const matching: Matching = {
    before,
    after,
    toBefore: new Int32Array(after.elements.length).fill(-1),
    toAfter: new Int32Array(before.elements.length).fill(-1),
  };
  matchUniqueParts(matching);
  matchNames(matching);
  matchAround(matching);
  matchInside(matching);
  if (hasLoose(matching)) {
    matchMovedParts(matching);
    matchAround(matching);
    matchInside(matching);
  }
  return matching;
}

const hasLoose = ({ toBefore, toAfter }: Matching): boolean => toBefore.includes(-1) && toAfter.includes(-1);

/** Matches parts of several elements that occur exactly once in each map. */
function matchUniqueParts(matching: Matching): void {
  const { before, after, toBefore } = matching;
  const timesBefore = timesOf(before.hashes);
  const timesAfter = timesOf(after.hashes);
  const places = new Map<number, number>();
  for (const [at, hash] of before.hashes.entries()) places.set(hash, at);
  for (const [now, hash] of after.hashes.entries()) {
    if (toBefore[now] !== -1 || after.says[now] === 0 || after.children[now]!.length === 0) continue;
    if (timesBefore.get(hash) === 1 && timesAfter.get(hash) === 1) pairParts(matching, places.get(hash)!, now);
  }
}

function timesOf(hashes: Int32Array): Map<number, number> {
  const times = new Map<number, number>();
  for (const hash of hashes) times.set(hash, (times.get(hash) ?? 0) + 1);
  return times;
}

/** Matches ids and test ids that occur exactly once in each map. */
function matchNames(matching: Matching): void {
  const names = (tree: Tree) => {
    const found = new Map<string, number>();
    for (const [at, { id, tag, attrs }] of tree.elements.entries()) {
      const test = attrs["data-testid"];
      for (const name of [id && `${tag}#${id}`, test && `${tag}[${test}]`])
        if (name) found.set(name, found.has(name) ? -1 : at);
    }
    return found;
  };
  const old = names(matching.before);
  for (const [name, now] of names(matching.after)) {
    const at = old.get(name) ?? -1;
    if (at < 0 || now < 0 || matching.toAfter[at] !== -1 || matching.toBefore[now] !== -1) continue;
    pair(matching, at, now);
  }
}

/** Matches an element whose children are mostly those of one element of the baseline with that element. */
function matchAround(matching: Matching): void {
  const { before, after, toBefore, toAfter } = matching;
  for (let now = after.elements.length - 1; now >= 0; now--) {
    if (toBefore[now] !== -1) continue;
    const votes = new Map<number, number>();
    for (const child of after.children[now]!) {
      const old = toBefore[child]!;
      const parent = old === -1 ? -1 : before.parents[old]!;
      if (parent === -1 || toAfter[parent] !== -1) continue;
      if (before.elements[parent]!.tag !== after.elements[now]!.tag) continue;
      votes.set(parent, (votes.get(parent) ?? 0) + after.sizes[child]!);
    }
    let best = -1;
    let most = 0;
    for (const [parent, weight] of votes) if (weight > most) [best, most] = [parent, weight];
    // A single common link does not make two elements the same.
    if (best !== -1 && 4 * most >= Math.min(before.sizes[best]!, after.sizes[now]!)) pair(matching, best, now);
  }
}

/** Matches children of matched elements among each other, from the top. */
function matchInside(matching: Matching): void {
  const { before, after, toBefore } = matching;
  matchSiblings(matching, before.roots, after.roots);
  for (let now = 0; now < after.elements.length; now++) {
    const old = toBefore[now]!;
    if (old !== -1) matchSiblings(matching, before.children[old]!, after.children[now]!);
  }
}

/** Matches what is left and equal, wherever it is: it moved. */
function matchMovedParts(matching: Matching): void {
  const { before, after, toBefore, toAfter } = matching;
  const waiting = new Map<number, number[]>();
  // In reverse, so that `pop` returns the first of a list.
  for (let old = before.hashes.length - 1; old >= 0; old--) {
    const hash = before.hashes[old]!;
    if (toAfter[old] !== -1 || before.says[old] === 0) continue;
    const list = waiting.get(hash);
    if (list) list.push(old);
    else waiting.set(hash, [old]);
  }
  const loose = timesOf(after.hashes.filter((_, now) => toBefore[now] === -1));
  for (const [now, hash] of after.hashes.entries()) {
    if (toBefore[now] !== -1 || after.says[now] === 0) continue;
    const list = waiting.get(hash) ?? [];
    while (list.length > 0 && toAfter[list.at(-1)!] !== -1) list.pop();
    const old = list.at(-1);
    // If several are equal, it is unknown which one is where.
    if (old === undefined || list.length !== loose.get(hash)) continue;
    if (list.length > 1 && after.children[now]!.length === 0) continue;
    const { text, image } = after.elements[now]!;
    const alone = after.children[now]!.length === 0;
    if (alone && text.length < TELLING_TEXT && image === "") continue;
    const apart = isLoose(before.parents[old]!, toAfter) && isLoose(after.parents[now]!, toBefore);
    // Two cards that have a link in common are still two cards.
    if (apart && after.sizes[now]! < TELLING_SIZE) continue;
    pairParts(matching, old, now);
    loose.set(hash, loose.get(hash)! - 1);
  }
}

const isLoose = (parent: number, partners: Int32Array): boolean => parent !== -1 && partners[parent] === -1;
