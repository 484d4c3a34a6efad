// Treats boxes as areas: subtracts boxes from each other and removes overlaps.
import type { Box } from "../pageMap.ts";
import { intersection } from "./picture.ts";

/** Returns the parts of a box that lie outside another box. */
function outside(box: Box, hole: Box): Box[] {
  const shared = intersection(box, hole);
  if (shared === null) return [box];
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  const [sharedRight, sharedBottom] = [shared.x + shared.width, shared.y + shared.height];
  const parts: Box[] = [
    { x: box.x, y: box.y, width: box.width, height: shared.y - box.y },
    { x: box.x, y: sharedBottom, width: box.width, height: bottom - sharedBottom },
    { x: box.x, y: shared.y, width: shared.x - box.x, height: shared.height },
    { x: sharedRight, y: shared.y, width: right - sharedRight, height: shared.height },
  ];
  return parts.filter(({ width, height }) => width > 0 && height > 0);
}

/** Returns the parts of a box that lie outside all of the holes. */
export const without = (box: Box, holes: readonly Box[]): Box[] =>
  holes.reduce<Box[]>((parts, hole) => parts.flatMap((part) => outside(part, hole)), [box]);

/** Returns the same area as boxes that do not overlap. */
export function disjoint(boxes: readonly Box[]): Box[] {
  const parts: Box[] = [];
  for (const box of boxes) parts.push(...without(box, parts));
  return parts;
}
