// Detects signs that are letters of an icon font or backgrounds of an empty element. A page map records no image for them.
import { isDrawn } from "../compare/contentChanges.ts";
import { partOf, type Tree } from "./tree.ts";

const TAGS = new Set(["i", "span", "em", "b"]);
/** Maximum size of an icon in CSS pixels. */
const LARGEST = 200;
/** Maximum ratio of width to height. */
const SQUARE = 1.5;
/** Maximum number of stacked elements that form one icon. */
const LAYERS = 4;
/** Elements that own an icon inside them. */
const OWNERS = new Set(["a", "button", "label", "summary"]);
const UP = 3;

/**
 * Whether the element shows something that a style sheet draws into it: it is small, and neither it nor its descendants have a text, an
 * image or a field.
 */
export function isSign(tree: Tree, at: number): boolean {
  const { box } = tree.elements[at]!;
  if (tree.says[at] === 1 || tree.sizes[at]! > LAYERS || box.width > LARGEST || box.height > LARGEST) return false;
  return partOf(tree, at).every((one) => TAGS.has(tree.elements[one]!.tag) && !isDrawn(tree.elements[one]!));
}

/** Whether a sign is an icon rather than text drawn by a style sheet, which is wider than it is high. */
export function isIcon(tree: Tree, at: number): boolean {
  const { tag, box } = tree.elements[at]!;
  return isSign(tree, at) && (tag === "i" || box.width <= SQUARE * box.height);
}

/** Returns the link, button or label that contains the icon, or -1. */
export function ownerOf({ elements, parents }: Tree, at: number): number {
  let up = parents[at]!;
  for (let steps = 0; up !== -1 && steps < UP; up = parents[up]!, steps++) if (OWNERS.has(elements[up]!.tag)) return up;
  return -1;
}
