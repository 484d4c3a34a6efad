// The parts of a page that kept changing while its picture was taken, named by their elements.
import { smallestAround } from "../../../domain/visual/compare/classify.ts";
import { toPixels } from "../../../domain/visual/compare/picture.ts";
import type { Reason, RestlessRegion } from "../../../domain/visual/outcome.ts";
import type { Box, PageMap } from "../../../domain/visual/pageMap.ts";

/** `boxes` are pixels of a picture that is `width` wide. An element without children is restless as a whole: its next text may be wider. */
export function restlessRegions(boxes: readonly Box[], map: PageMap | null, width: number): RestlessRegion[] {
  const scale = map && map.width > 0 ? width / map.width : 1;
  return boxes.map((box) => {
    const element = smallestAround(box, map, scale);
    if (!map || !element) return { box, selector: "", moving: box };
    const place = map.elements.indexOf(element);
    const leaf = !map.elements.some(({ parent }) => parent === place);
    return { box: leaf ? toPixels(element.box, scale) : box, selector: element.selector, moving: box };
  });
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
