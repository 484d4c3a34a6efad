// The parts of a page that kept changing while its picture was taken, named by their elements.
import { smallestAround } from "../../../domain/visual/compare/classify.ts";
import { around, toPixels, touch } from "../../../domain/visual/compare/picture.ts";
import type { Reason, RestlessRegion } from "../../../domain/visual/outcome.ts";
import type { Box, PageMap } from "../../../domain/visual/pageMap.ts";
import type { Shot } from "./shoot.ts";

/**
 * All boxes are pixels of one picture. `since`: what differs in a frame that was taken after the map was recorded; `later`: the map after
 * that frame.
 */
export type Moved = Pick<Shot, "restless" | "grown"> & { since?: readonly Box[]; later?: PageMap | undefined };

/**
 * `width`: of the picture. An element without children is restless as a whole: its next text may be wider. Where rows came with its text,
 * the whole of it moved too, with the ground below its last line. What was seen to move after the map only widens what is known to move:
 * the elements are named as they were before.
 */
export function restlessRegions(
  { restless, grown, since = [], later }: Moved,
  map: PageMap | null,
  width: number,
): RestlessRegion[] {
  const scale = map && map.width > 0 ? width / map.width : 1;
  return restless.map((box) => {
    const element = smallestAround(box, map, scale);
    const place = element && map ? map.elements.indexOf(element) : -1;
    const seen = since.filter((one) => touch(one, box));
    if (!map || !element) return { box, selector: "", moving: seen.reduce(around, box) };
    const whole = toPixels(element.box, scale);
    const next = later?.elements.find(({ selector }) => selector === element.selector);
    if (next) seen.push(...sweptBetween(whole, toPixels(next.box, scale)));
    const leaf = !map.elements.some(({ parent }) => parent === place);
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
