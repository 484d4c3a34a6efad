// Signs that are letters of a font or backgrounds of an empty element: a page map knows no picture of them.
import { isDrawn } from "../compare/contentChanges.ts";
import { partOf, type Tree } from "./tree.ts";

const TAGS = new Set(["i", "span", "em", "b"]);
/** CSS pixels; what is larger is no icon. */
const LARGEST = 200;
/** Widths to heights. */
const SQUARE = 1.5;
/** Elements that are laid on each other make one. */
const LAYERS = 4;
/** What an icon belongs to, if it is in one. */
const OWNERS = new Set(["a", "button", "label", "summary"]);
const UP = 3;

/** Whether the element shows what a style sheet draws into it: it is small, and neither it nor what is in it has a word, a picture or a field. */
export function isSign(tree: Tree, at: number): boolean {
  const { box } = tree.elements[at]!;
  if (tree.says[at] === 1 || tree.sizes[at]! > LAYERS || box.width > LARGEST || box.height > LARGEST) return false;
  return partOf(tree, at).every((one) => TAGS.has(tree.elements[one]!.tag) && !isDrawn(tree.elements[one]!));
}

/** A sign that is no text: those of styles are longer than high. */
export function isIcon(tree: Tree, at: number): boolean {
  const { tag, box } = tree.elements[at]!;
  return isSign(tree, at) && (tag === "i" || box.width <= SQUARE * box.height);
}

/** The link, button or label that the icon is in; -1 for none. */
export function ownerOf({ elements, parents }: Tree, at: number): number {
  let up = parents[at]!;
  for (let steps = 0; up !== -1 && steps < UP; up = parents[up]!, steps++) if (OWNERS.has(elements[up]!.tag)) return up;
  return -1;
}
