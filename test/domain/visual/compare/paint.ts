// Hand-made pictures and page maps for the comparison tests.
import { type Picture, stacked } from "../../../../domain/visual/compare/picture.ts";
import type { Box, MapElement, PageMap } from "../../../../domain/visual/pageMap.ts";

export type Colour = readonly [number, number, number, number?];
export const WHITE: Colour = [255, 255, 255];
export const BLACK: Colour = [0, 0, 0];

export function blank(width: number, height: number, colour: Colour = WHITE): Picture {
  const picture = { width, height, data: new Uint8Array(width * height * 4) };
  fill(picture, { x: 0, y: 0, width, height }, colour);
  return picture;
}

export function fill({ width, data }: Picture, box: Box, [r, g, b, a = 255]: Colour): void {
  for (let y = box.y; y < box.y + box.height; y++)
    for (let x = box.x; x < box.x + box.width; x++) data.set([r, g, b, a], (y * width + x) * 4);
}

export function copy({ width, height, data }: Picture): Picture {
  return { width, height, data: new Uint8Array(data) };
}

/** Numbers in [0, 1) that are the same in every run. */
export function randomFrom(seed: number): () => number {
  let state = seed * 2 + 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Every pixel has its own color, so each row occurs once. */
export function noise(width: number, height: number, seed: number): Picture {
  const random = randomFrom(seed);
  const picture = blank(width, height);
  for (let at = 0; at < picture.data.length; at++) if (at % 4 !== 3) picture.data[at] = Math.floor(random() * 256);
  return picture;
}

/** Stacks pictures of the same width vertically. */
export const stack = (...parts: readonly Picture[]): Picture => stacked(parts[0]?.width ?? 0, parts);

/** A page with a heading, lines of dots like text, and white between them: some rows repeat, but not all. */
export function page(width: number, height: number, seed: number): Picture {
  const picture = blank(width, height);
  const random = randomFrom(seed);
  for (let y = 4; y + 8 < height; y += 16)
    for (let x = 2; x + 3 < width; x += 4)
      if (random() < 0.6)
        fill(picture, { x, y: y + Math.floor(random() * 6), width: 2, height: 2 }, [
          Math.floor(random() * 200),
          40,
          60,
        ]);
  return picture;
}

export function element(over: Partial<MapElement> & { selector: string; box: Box }): MapElement {
  return {
    parent: -1,
    tag: "div",
    id: "",
    classes: [],
    attrs: {},
    role: "",
    textHash: "",
    text: "",
    styles: {},
    image: "",
    ...over,
  };
}

export function pageMap(
  width: number,
  height: number,
  elements: MapElement[],
  ruleBoxes: Record<string, Box[]> = {},
): PageMap {
  return { v: 1, width, height, title: "", elements, cut: false, ruleBoxes };
}

export const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });
