// A toy browser for the reading tests: blocks below each other, words drawn as distinct dots. Produces the picture and its page map.
import { comparePictures } from "../../../../domain/visual/compare/comparePictures.ts";
import type { Picture } from "../../../../domain/visual/compare/picture.ts";
import type { Box, MapElement, PageMap } from "../../../../domain/visual/pageMap.ts";
import type { Change } from "../../../../domain/visual/reading/change.ts";
import { changeSentence } from "../../../../domain/visual/reading/sentence.ts";
import { blank, box, type Colour, element, fill, randomFrom } from "../compare/paint.ts";

/** `height`: of an empty block, 20 by default. `width`: the parent's by default. `ink`: draws something else with the same map. */
export type Node = {
  tag: string;
  children: Node[];
  text?: string;
  id?: string;
  class?: string;
  role?: string;
  attrs?: Record<string, string>;
  image?: string;
  color?: string;
  background?: string;
  styles?: Record<string, string>;
  height?: number;
  width?: number;
  ink?: string;
  value?: string;
  broken?: boolean;
};

/** The tag in CSS notation: `el("section#team.wide")`. */
export function el(name: string, over: Partial<Node> | string = {}, ...children: Node[]): Node {
  const [, tag = "div", id, classes] = /^([a-z\d]+)(?:#([\w-]+))?((?:\.[\w-]+)*)$/.exec(name) ?? [];
  const named = { ...(id && { id }), ...(classes && { class: classes.slice(1).replaceAll(".", " ") }) };
  return { tag, children, ...named, ...(typeof over === "string" ? { text: over } : over) };
}

export type Page = { picture: Picture; map: PageMap };

/** As recorded during capture. */
const ROLES: Record<string, string> = {
  header: "banner",
  footer: "contentinfo",
  nav: "navigation",
  main: "main",
  button: "button",
  a: "link",
};

const COLOURS: Record<string, Colour> = {
  black: [20, 20, 20],
  red: [200, 30, 30],
  blue: [30, 60, 200],
  white: [255, 255, 255],
  grey: [225, 225, 225],
};

export function render(children: readonly Node[], width = 200): Page {
  const elements: MapElement[] = [];
  const heightOf = (node: Node): number =>
    node.children.length > 0
      ? (node.text === undefined ? 0 : 20) + node.children.reduce((sum, one) => sum + heightOf(one), 0)
      : (node.height ?? 20);
  const body = el("body", {}, ...children);
  const picture = blank(width, Math.max(1, heightOf(body)));
  const place = (node: Node, parent: number, at: Box, selector: string, inherited: string): void => {
    const color = node.color ?? inherited;
    const index = elements.length;
    elements.push(
      element({
        selector,
        box: at,
        parent,
        tag: node.tag,
        id: node.id ?? "",
        role: node.role ?? ROLES[node.tag] ?? "",
        ...(node.value !== undefined && { value: node.value }),
        ...(node.broken !== undefined && { broken: node.broken }),
        classes: node.class?.split(" ") ?? [],
        attrs: node.attrs ?? {},
        image: node.image ?? "",
        text: (node.text ?? "").slice(0, 60),
        textHash: node.text ?? "",
        styles: { color, backgroundColor: node.background ?? "white", ...node.styles },
      }),
    );
    if (node.background) fill(picture, at, COLOURS[node.background]!);
    const drawn = `${node.text ?? ""}${node.image ?? ""}${node.ink ?? ""}${node.value ?? ""}`;
    if (drawn !== "") dots(picture, { ...at, height: Math.min(20, at.height) }, drawn, COLOURS[color]!);
    let y = at.y + (node.text === undefined ? 0 : 20);
    for (const [number, child] of node.children.entries()) {
      const inside = { x: at.x, y, width: child.width ?? at.width, height: heightOf(child) };
      place(child, index, inside, `${selector} > ${child.tag}:nth-child(${number + 1})`, color);
      y += inside.height;
    }
  };
  place(body, -1, box(0, 0, width, picture.height), "body", "black");
  return { picture, map: { v: 2, width, height: picture.height, title: "", elements, cut: false, ruleBoxes: {} } };
}

/** A letter is a block of four pixels, with gaps that depend on the words, so that no two texts look alike. */
function dots(picture: Picture, { x, y, width, height }: Box, words: string, colour: Colour): void {
  const random = randomFrom([...words].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 1_000_003, 7));
  for (let right = x + 4; right + 4 < x + width; right += 6)
    for (let down = y + 3; down + 4 < y + height; down += 6)
      if (random() < 0.6) fill(picture, box(right, down, 4, 4), colour);
}

/** The changes that comparing the two pages reports. */
export function changesBetween(before: Page, after: Page): Change[] {
  const { comparison } = comparePictures({
    baseline: before.picture,
    test: after.picture,
    baselineMap: before.map,
    testMap: after.map,
    rules: [],
    misMatchThreshold: 0,
    align: true,
  });
  return comparison.changes ?? [];
}

export const told = (before: readonly Node[], after: readonly Node[], width?: number): string[] =>
  changesBetween(render(before, width), render(after, width)).map((change) => changeSentence(change));
