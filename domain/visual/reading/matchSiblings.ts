// Matches the children of one element with the children of its partner.
import { matchRows } from "../compare/matchRows.ts";
import type { MapElement } from "../pageMap.ts";
import { type Matching, pair, pairParts } from "./matching.ts";
import { partOf, type Tree } from "./tree.ts";

/** Maximum number of texts and images of a part that are compared. */
const TOKENS = 48;
/** Maximum number of elements of a part that are searched for them. */
const LOOKED_AT = 200;
/** A word that occurs in more siblings than this distinguishes none of them. */
const COMMON = 8;
/** Minimum share of common words for two parts to be the same. */
const ALIKE = 0.3;
/** Minimum share of common words if even the kind of element differs. */
const NEARLY_EQUAL = 0.8;
/** Maximum number of pairs between two gaps that are weighed individually. */
const WEIGHED = 400;

/** Matches the remaining elements in this order: equal parts in sequence, equal parts elsewhere, common words, and what is in the same gap. */
export function matchSiblings(matching: Matching, olds: readonly number[], news: readonly number[]): void {
  const { toBefore, toAfter } = matching;
  const loose = () => olds.some((at) => toAfter[at] === -1) && news.some((at) => toBefore[at] === -1);
  if (!loose()) return;
  matchEqualInOrder(matching, olds, news);
  if (!loose()) return;
  matchEqual(matching, olds, news);
  if (!loose()) return;
  matchByWords(matching, olds, news);
  if (loose()) matchGaps(matching, olds, news);
}

/** Matches a longest common sequence of equal parts and of those already known. */
function matchEqualInOrder(matching: Matching, olds: readonly number[], news: readonly number[]): void {
  const { before, after, toBefore, toAfter } = matching;
  const ids = new Map<string, number>();
  const idOf = (name: string): number => {
    const known = ids.get(name) ?? ids.size;
    ids.set(name, known);
    return known;
  };
  const a = Int32Array.from(olds, (old) =>
    idOf(toAfter[old] === -1 ? `${before.hashes[old]}` : `known ${toAfter[old]}`),
  );
  const b = Int32Array.from(news, (now) => idOf(toBefore[now] === -1 ? `${after.hashes[now]}` : `known ${now}`));
  for (const [i, j] of matchRows(a, b, ids.size).entries()) {
    if (j < 0) continue;
    const [old, now] = [olds[i]!, news[j]!];
    if (toAfter[old] === -1) pairParts(matching, old, now);
  }
}

function matchEqual(matching: Matching, olds: readonly number[], news: readonly number[]): void {
  const { before, after, toBefore, toAfter } = matching;
  const waiting = new Map<number, number[]>();
  for (const old of olds.toReversed()) {
    if (toAfter[old] !== -1 || before.says[old] === 0) continue;
    const list = waiting.get(before.hashes[old]!);
    if (list) list.push(old);
    else waiting.set(before.hashes[old]!, [old]);
  }
  for (const now of news) {
    if (toBefore[now] !== -1) continue;
    const old = waiting.get(after.hashes[now]!)?.pop();
    if (old !== undefined) pairParts(matching, old, now);
  }
}

/** Returns the distinct texts, images and addresses of a part. */
function tokensOf(tree: Tree, root: number): Set<string> {
  const tokens = new Set<string>();
  for (const at of partOf(tree, root, () => false, LOOKED_AT)) {
    const { textHash, image, attrs } = tree.elements[at]!;
    if (textHash) tokens.add(textHash);
    if (image) tokens.add(`image ${image}`);
    if (attrs.href) tokens.add(`href ${attrs.href}`);
    if (attrs["aria-label"]) tokens.add(`label ${attrs["aria-label"]}`);
    if (tokens.size >= TOKENS) break;
  }
  return tokens;
}

function matchByWords(matching: Matching, olds: readonly number[], news: readonly number[]): void {
  const { before, after, toBefore, toAfter } = matching;
  const sizes = new Map<number, number>();
  const having = new Map<string, number[]>();
  for (const old of olds) {
    if (toAfter[old] !== -1 || before.says[old] === 0) continue;
    const tokens = tokensOf(before, old);
    sizes.set(old, tokens.size);
    for (const token of tokens) {
      const list = having.get(token);
      if (list) list.push(old);
      else having.set(token, [old]);
    }
  }
  if (having.size === 0) return;
  for (const now of news) {
    if (toBefore[now] !== -1 || after.says[now] === 0) continue;
    const tokens = tokensOf(after, now);
    const shared = new Map<number, number>();
    for (const token of tokens) {
      const list = having.get(token);
      if (!list || list.length > COMMON) continue;
      for (const old of list) if (toAfter[old] === -1) shared.set(old, (shared.get(old) ?? 0) + 1);
    }
    let best = -1;
    let most = 0;
    for (const [old, count] of shared) {
      const share = count / Math.max(tokens.size, sizes.get(old)!);
      const sameTag = before.elements[old]!.tag === after.elements[now]!.tag;
      if (share < (sameTag ? ALIKE : NEARLY_EQUAL) || share <= most) continue;
      [best, most] = [old, share];
    }
    if (best !== -1) pair(matching, best, now);
  }
}

/** Matches what is left on both sides between two known neighbours, if it is of the same kind. */
function matchGaps(matching: Matching, olds: readonly number[], news: readonly number[]): void {
  const { toBefore, toAfter } = matching;
  const places = new Map(olds.map((old, index) => [old, index]));
  let from = 0;
  let fromOld = 0;
  for (let index = 0; index <= news.length; index++) {
    const known = index < news.length ? (places.get(toBefore[news[index]!]!) ?? -1) : olds.length;
    // An element that moved does not end a gap.
    if (index < news.length && known < fromOld) continue;
    const gapOld = olds.slice(fromOld, known).filter((old) => toAfter[old] === -1);
    const gapNew = news.slice(from, index).filter((now) => toBefore[now] === -1);
    if (gapOld.length > 0 && gapNew.length > 0) matchGap(matching, gapOld, gapNew);
    from = index + 1;
    fromOld = known + 1;
  }
}

function matchGap(matching: Matching, olds: readonly number[], news: readonly number[]): void {
  const { before, after, toBefore, toAfter } = matching;
  if (olds.length * news.length <= WEIGHED) {
    const weighed = olds.flatMap((old, i) =>
      news.map((now, j) => ({ old, now, score: alike(matching, old, now), apart: Math.abs(i - j) })),
    );
    for (const { old, now, score } of weighed.sort((a, b) => b.score - a.score || a.apart - b.apart))
      if (score > 0 && toAfter[old] === -1 && toBefore[now] === -1) pair(matching, old, now);
  }
  const [left, right] = [olds.filter((old) => toAfter[old] === -1), news.filter((now) => toBefore[now] === -1)];
  // With equal numbers on both sides, each matches its counterpart.
  if (left.length !== right.length) return;
  for (const [index, old] of left.entries())
    if (mayStandFor(before, old, after, right[index]!)) pair(matching, old, right[index]!);
}

/** Blocks that occur once per page, whatever their content. */
const ONE_EACH = new Set(["body", "main", "header", "footer", "nav", "thead", "tbody", "tfoot"]);

/** Returns how strongly the elements by themselves indicate that they are the same; 0 if nothing does. */
function alike({ before, after }: Matching, old: number, now: number): number {
  const [a, b] = [before.elements[old]!, after.elements[now]!];
  if (!sameKind(a, b)) return 0;
  const words = wordShare(a, b);
  const classes = classShare(a, b);
  const inside = before.children[old]!.length > 0 || after.children[now]!.length > 0;
  if (words > (inside ? 0.3 : 0)) return 1 + words + classes;
  const silent = before.says[old] === 0 && after.says[now] === 0;
  return silent && classes === 1 && before.shapes[old] === after.shapes[now] ? 0.5 : 0;
}

/** Whether two elements that are alone at the same place are one element that changed; otherwise one replaced the other. */
function mayStandFor(before: Tree, old: number, after: Tree, now: number): boolean {
  const [a, b] = [before.elements[old]!, after.elements[now]!];
  if (!sameKind(a, b)) return false;
  if (ONE_EACH.has(a.tag)) return true;
  const named = a.classes.length > 0 || b.classes.length > 0;
  if (before.children[old]!.length === 0 && after.children[now]!.length === 0) return !named || classShare(a, b) > 0;
  return before.shapes[old] === after.shapes[now] ? classShare(a, b) > 0 : named && classShare(a, b) > 0.5;
}

const sameKind = (a: MapElement, b: MapElement): boolean =>
  a.tag === b.tag && (a.id === b.id || a.id === "" || b.id === "");

/** Returns the share of words that the two own texts have in common. */
function wordShare(a: MapElement, b: MapElement): number {
  if (a.text === "" || b.text === "") return 0;
  const [from, to] = [new Set(a.text.split(" ")), new Set(b.text.split(" "))];
  let shared = 0;
  for (const word of from) if (to.has(word)) shared++;
  return shared / Math.max(from.size, to.size);
}

/** Returns 1 if both have the same classes, or none. */
function classShare(a: MapElement, b: MapElement): number {
  if (a.classes.length === 0 && b.classes.length === 0) return 1;
  const shared = a.classes.filter((name) => b.classes.includes(name)).length;
  return shared / Math.max(a.classes.length, b.classes.length);
}
