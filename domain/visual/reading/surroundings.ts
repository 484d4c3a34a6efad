// What people call an element and its place: a name, the landmark around it, the heading above it.
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
/** In these, a header or a footer is that of a part of the page. */
const PARTS = new Set(["article", "section", "main", "aside", "nav", "dialog"]);
/** Elements in which a heading may lie that is above what follows. */
const HEAD = 6;
const LONGEST = 60;
/** Elements of a block in which its name is looked for. */
const LOOKED_AT = 40;

/** A letter or a digit. */
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
    // A header in an article is no header of the page.
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
  // Siblings are in rising order; the element is among the last that matter.
  while (index >= 0 && siblings[index]! >= at) index--;
  return index;
}

/** The heading itself, or one in a small block that is of another kind than what it may be above. */
function headIn(tree: Tree, at: number, tag: string): string {
  if (isHeading(tree, at)) return wordsIn(tree, at);
  if (tree.sizes[at]! > HEAD || tree.elements[at]!.tag === tag) return "";
  const heading = partOf(tree, at).find((one) => isHeading(tree, one));
  return heading === undefined ? "" : wordsIn(tree, heading);
}

/** All words of a part, cut. */
export function wordsIn(tree: Tree, root: number, skip?: (at: number) => boolean): string {
  const words: string[] = [];
  let length = 0;
  for (const at of partOf(tree, root, skip, LOOKED_AT)) {
    const { text } = tree.elements[at]!;
    if (text === "") continue;
    words.push(text);
    length += text.length;
    if (length >= LONGEST) break;
  }
  return words.join(" ").slice(0, LONGEST);
}

/** The accessible name; of a block that has none its heading, or its first words. */
export function nameOf(tree: Tree, root: number): string {
  const { attrs, text } = tree.elements[root]!;
  const given = attrs["aria-label"] || attrs.alt || attrs.title || text || attrs.value || attrs.placeholder;
  if (given) return given.slice(0, LONGEST);
  const part = partOf(tree, root, undefined, LOOKED_AT);
  const heading = part.find((at) => isHeading(tree, at) && wordsIn(tree, at) !== "");
  if (heading !== undefined) return wordsIn(tree, heading);
  for (const at of part) {
    const inner = tree.elements[at]!;
    const name = inner.text || inner.attrs["aria-label"] || inner.attrs.alt;
    // A sign in front of a row is no name for it.
    if (name && IN_WORDS.test(name)) return name.slice(0, LONGEST);
  }
  return "";
}
