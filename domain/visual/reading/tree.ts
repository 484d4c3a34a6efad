// Represents a page map as a tree and finds parts of two maps with equal content.
import type { MapElement, PageMap } from "../pageMap.ts";

/** Positions are indexes of `elements`; parents come before their children. */
export type Tree = {
  elements: readonly MapElement[];
  /** Styles of elements that do not specify another value. */
  defaults: Readonly<Record<string, string>>;
  /** -1 if there is none. */
  parents: Int32Array;
  children: readonly (readonly number[])[];
  roots: readonly number[];
  /** A number for the content of each part; equal parts of both maps have equal numbers. */
  hashes: Int32Array;
  /** Like `hashes`, but without texts: only the kinds of elements. */
  shapes: Int32Array;
  /** Number of elements of the part, including itself. */
  sizes: Int32Array;
  /** 1 if the part has a text or an image. */
  says: Uint8Array;
};

/** Attributes that distinguish elements, in maps of all versions. */
const TELLING = ["name", "type", "href", "data-testid", "aria-label"];
const NONE: readonly number[] = [];

/** Returns the trees of both maps with shared numbers. */
export function treesOf(baseline: PageMap, test: PageMap): { before: Tree; after: Tree } {
  const ids = new Map<string, number>();
  return { before: treeOf(baseline, ids), after: treeOf(test, ids) };
}

function treeOf({ elements, defaults = {} }: PageMap, ids: Map<string, number>): Tree {
  const count = elements.length;
  const parents = new Int32Array(count);
  const children: (number[] | undefined)[] = new Array(count);
  const roots: number[] = [];
  for (const [at, { parent }] of elements.entries()) {
    const known = parent >= 0 && parent < at;
    parents[at] = known ? parent : -1;
    if (!known) roots.push(at);
    else {
      const list = children[parent];
      if (list) list.push(at);
      else children[parent] = [at];
    }
  }
  const numberOf = (text: string): number => {
    const known = ids.get(text);
    if (known !== undefined) return known;
    ids.set(text, ids.size);
    return ids.size - 1;
  };
  const hashes = new Int32Array(count);
  const shapes = new Int32Array(count);
  const sizes = new Int32Array(count).fill(1);
  const says = new Uint8Array(count);
  // Iterate from the end, so that the children of each element are complete before it.
  for (let at = count - 1; at >= 0; at--) {
    const { tag, role, id, textHash, image, attrs } = elements[at]!;
    let inside = "";
    let shape = "";
    let said = textHash !== "" || image !== "" ? 1 : 0;
    for (const child of children[at] ?? NONE) {
      inside += ` ${hashes[child]}`;
      shape += ` ${shapes[child]}`;
      said |= says[child]!;
      sizes[at]! += sizes[child]!;
    }
    let telling = "";
    for (const name of TELLING) telling += `\n${attrs[name] ?? ""}`;
    hashes[at] = numberOf(`${tag}\n${role}\n${id}\n${textHash}\n${image}${telling}\n${inside}`);
    shapes[at] = numberOf(`shape ${tag} ${role}\n${shape}`);
    says[at] = said;
  }
  return {
    elements,
    defaults,
    parents,
    children: Array.from(children, (list) => list ?? NONE),
    roots,
    hashes,
    shapes,
    sizes,
    says,
  };
}

/** Returns the part's elements, outermost first, in page order. `skip` excludes whole parts; stops after `most` elements. */
export function partOf(
  tree: Tree,
  root: number,
  skip: (at: number) => boolean = () => false,
  most = Number.POSITIVE_INFINITY,
): number[] {
  const found: number[] = [];
  // An explicit stack instead of recursion, because a page may nest deeper than the call stack.
  const open = [root];
  for (let at = open.pop(); at !== undefined && found.length < most; at = open.pop()) {
    if (skip(at)) continue;
    found.push(at);
    const inside = tree.children[at]!;
    for (let index = inside.length - 1; index >= 0; index--) open.push(inside[index]!);
  }
  return found;
}
