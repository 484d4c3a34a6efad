// Determines an element's name and place: the accessible name, the landmark around it and the heading above it.
import type { Surroundings } from "./change.ts";
import { partOf, type Tree } from "./tree.ts";

const LANDMARKS: Record<string, string> = {
  banner: "header",
  contentinfo: "footer",
  navigation: "navigation",
  complementary: "sidebar",
  main: "main",
  search: "search",
  form: "form",
  dialog: "dialog",
  alertdialog: "dialog",
};
/** Inside these elements, a header or a footer belongs to a part of the page. */
const PARTS = new Set(["article", "section", "main", "aside", "nav", "dialog"]);
/** Maximum number of elements in a block whose heading counts for what follows. */
const HEAD = 6;
const MAX_LENGTH = 60;
/** Maximum number of elements of a block that are searched for its name. */
const LOOKED_AT = 40;

const IN_WORDS = /[\p{L}\p{N}]/u;

const isHeading = (tree: Tree, at: number): boolean =>
  tree.elements[at]!.role === "heading" || /^h[1-6]$/.test(tree.elements[at]!.tag);

export function surroundingsOf(tree: Tree, at: number): Surroundings {
  return { landmark: landmarkOf(tree, at), heading: headingOf(tree, at) };
}

export function landmarkOf({ elements, parents }: Tree, at: number): string {
  let found = "";
  for (let up = parents[at]!; up !== -1; up = parents[up]!) {
    const { role, tag } = elements[up]!;
    const landmark = LANDMARKS[role] ?? "";
    if (found === "") found = landmark;
    // A header in an article is not the header of the page.
    else if (PARTS.has(tag) && (found === "header" || found === "footer")) found = landmark;
    if (found !== "" && found !== "header" && found !== "footer") return found;
  }
  return found;
}

function headingOf(tree: Tree, at: number): string {
  if (isHeading(tree, at)) return "";
  const { parents, children, elements, roots } = tree;
  for (let node = at, steps = 0; node !== -1 && steps < 200; node = parents[node]!, steps++) {
    const siblings = parents[node] === -1 ? roots : children[parents[node]!]!;
    let looked = 0;
    for (let index = lastBefore(siblings, node); index >= 0 && looked < 50; index--, looked++) {
      const one = siblings[index]!;
      const text = headIn(tree, one, elements[node]!.tag);
      if (text !== "") return text;
    }
  }
  return "";
}

function lastBefore(siblings: readonly number[], at: number): number {
  let index = siblings.length - 1;
  // Siblings are in ascending order, and the element is usually near the end.
  while (index >= 0 && siblings[index]! >= at) index--;
  return index;
}

/** Returns the text of the heading itself, or of one in a small block with a different tag than the element below it. */
function headIn(tree: Tree, at: number, tag: string): string {
  if (isHeading(tree, at)) return wordsIn(tree, at);
  if (tree.sizes[at]! > HEAD || tree.elements[at]!.tag === tag) return "";
  const heading = partOf(tree, at).find((one) => isHeading(tree, one));
  return heading === undefined ? "" : wordsIn(tree, heading);
}

/** Returns all words of a part, cut to `MAX_LENGTH` characters. */
export function wordsIn(tree: Tree, root: number): string {
  const words: string[] = [];
  let length = 0;
  for (const at of partOf(tree, root, undefined, LOOKED_AT)) {
    const { text } = tree.elements[at]!;
    if (text === "") continue;
    words.push(text);
    length += text.length;
    if (length >= MAX_LENGTH) break;
  }
  return words.join(" ").slice(0, MAX_LENGTH);
}

/** Returns the accessible name; for a block without one, its heading or its first words. */
export function nameOf(tree: Tree, root: number): string {
  const { attrs, text } = tree.elements[root]!;
  const given = attrs["aria-label"] || attrs.alt || attrs.title || text || attrs.value || attrs.placeholder;
  if (given) return given.slice(0, MAX_LENGTH);
  const part = partOf(tree, root, undefined, LOOKED_AT);
  const heading = part.find((at) => isHeading(tree, at) && wordsIn(tree, at) !== "");
  if (heading !== undefined) return wordsIn(tree, heading);
  for (const at of part) {
    const inner = tree.elements[at]!;
    const name = inner.text || inner.attrs["aria-label"] || inner.attrs.alt;
    // A symbol in front of a row is not its name.
    if (name && IN_WORDS.test(name)) return name.slice(0, MAX_LENGTH);
  }
  return "";
}
