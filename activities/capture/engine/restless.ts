// Names the parts of a page that kept changing while its screenshot was taken, by their elements.
import { smallestAround } from "../../../domain/visual/compare/classify.ts";
import { around, intersection, toPixels, touch } from "../../../domain/visual/compare/picture.ts";
import type { Reason, RestlessRegion } from "../../../domain/visual/outcome.ts";
import type { Box, MapElement, PageMap } from "../../../domain/visual/pageMap.ts";
import type { Shot } from "./shoot.ts";

/**
 * All boxes are pixels of one screenshot. `since`: differences in a frame taken after the map was recorded; `later`: the map after
 * that frame.
 */
export type Moved = Pick<Shot, "restless" | "lines" | "grown"> & {
  since?: readonly Box[];
  later?: PageMap | undefined;
};

/**
 * `width`: of the screenshot. An element without children is restless as a whole, because its next text may be wider; the same applies to
 * each element that a part consists of. If rows were added with its text, all of it moved too, including the background below its last
 * line.
 * Movement seen after the map only extends the known movement: the elements keep their names.
 */
export function restlessRegions(
  { restless, lines, grown, since = [], later }: Moved,
  map: PageMap | null,
  width: number,
): RestlessRegion[] {
  const scale = map && map.width > 0 ? width / map.width : 1;
  const parents = new Set(map?.elements.map(({ parent }) => parent));
  const nearest = (box: Box): { element: MapElement | null; leaf: boolean } => {
    const element = smallestAround(box, map, scale);
    return { element, leaf: !!map && !!element && !parents.has(map.elements.indexOf(element)) };
  };
  const parts = restless.flatMap((box) => {
    if (nearest(box).leaf) return [box];
    const leaves = new Map<MapElement | null, Box>();
    for (const line of lines.filter((one) => intersection(one, box) !== null)) {
      const { element, leaf } = nearest(line);
      if (!leaf) return [box];
      leaves.set(element, around(leaves.get(element) ?? line, line));
    }
    return leaves.size > 0 ? [...leaves.values()] : [box];
  });
  return parts.map((box) => {
    const { element, leaf } = nearest(box);
    const seen = since.filter((one) => touch(one, box));
    if (!element) return { box, selector: "", moving: seen.reduce(around, box) };
    const whole = toPixels(element.box, scale);
    const next = later?.elements.find(({ selector }) => selector === element.selector);
    if (next) seen.push(...sweptBetween(whole, toPixels(next.box, scale)));
    if (leaf && grown.some((rows) => touch(rows, box))) seen.push(whole);
    return { box: leaf ? whole : box, selector: element.selector, moving: seen.reduce(around, box) };
  });
}

/** Returns the areas that the sides of a box crossed on their way from one place to another. */
function sweptBetween(a: Box, b: Box): Box[] {
  const { x, y, width, height } = around(a, b);
  const columns = [
    [a.x, b.x],
    [a.x + a.width, b.x + b.width],
  ] as const;
  const rows = [
    [a.y, b.y],
    [a.y + a.height, b.y + b.height],
  ] as const;
  return [
    ...columns.map(([from, to]) => ({ x: Math.min(from, to), y, width: Math.abs(from - to), height })),
    ...rows.map(([from, to]) => ({ x, y: Math.min(from, to), width, height: Math.abs(from - to) })),
  ].filter((strip) => strip.width > 0 && strip.height > 0);
}

/** Returns the note about one of them. */
export function restlessNote({ selector, box: { x, y, width, height } }: RestlessRegion): Reason {
  const what = selector ? `"${selector}"` : `The part at x=${x}, y=${y}, ${width}×${height} px`;
  return {
    code: "restless",
    message: `${what} keeps changing, 5 s after the page was ready.`,
    data: { selector, x, y, width, height },
  };
}
