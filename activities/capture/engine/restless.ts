// The parts of a page that kept changing while its picture was taken, named by their elements.
import { smallestAround } from "../../../domain/visual/compare/classify.ts";
import { around, intersection, toPixels, touch } from "../../../domain/visual/compare/picture.ts";
import type { Reason, RestlessRegion } from "../../../domain/visual/outcome.ts";
import type { Box, MapElement, PageMap } from "../../../domain/visual/pageMap.ts";
import type { Shot } from "./shoot.ts";

/**
 * All boxes are pixels of one picture. `since`: what differs in a frame that was taken after the map was recorded; `later`: the map after
 * that frame.
 */
export type Moved = Pick<Shot, "restless" | "lines" | "grown"> & {
  since?: readonly Box[];
  later?: PageMap | undefined;
};

/**
 * `width`: of the picture. An element without children is restless as a whole: its next text may be wider; that holds for each of the
 * elements that a part consists of. Where rows came with its text, the whole of it moved too, with the ground below its last line. What was
 * seen to move after the map only widens what is known to move: the elements are named as they were before.
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

/** What the sides of a box passed over on their way from one place to another. */
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

/** What is told of one of them. */
export function restlessNote({ selector, box: { x, y, width, height } }: RestlessRegion): Reason {
  const what = selector ? `"${selector}"` : `The part at x=${x}, y=${y}, ${width}×${height} px`;
  return {
    code: "restless",
    message: `${what} keeps changing, 5 s after the page was ready.`,
    data: { selector, x, y, width, height },
  };
}
