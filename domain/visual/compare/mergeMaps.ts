// Merges the page maps and the restless parts of the two sides of a merged picture.
import type { RestlessRegion } from "../outcome.ts";
import type { Box, MapElement, PageMap } from "../pageMap.ts";
import type { RowAlignment } from "./alignRows.ts";
import { projectBox, projectRow } from "./projectRows.ts";

/** A side's map, and the alignment of its rows with the merged picture. `scale`: pixels of the picture per CSS pixel of the map. */
export type SideMap = { map: PageMap | null; placed: RowAlignment; scale: number };

/**
 * Returns our side's elements, with their version of an element if only their side changed it. Elements that either side added are
 * included, elements that either side removed are not. Vertical positions follow the rows that the element is in.
 */
export function mergeMaps(base: PageMap | null, ours: SideMap, theirs: SideMap): PageMap | null {
  const [ourMap, theirMap] = [placedMap(ours), placedMap(theirs)];
  if (!ourMap || !theirMap) return ourMap ?? theirMap;
  const [before, others] = [byName(base), byName(theirMap)];
  const mine = byName(ourMap);
  const kept: { element: MapElement; from: PageMap }[] = [];
  for (const element of ourMap.elements) {
    const [old, other] = [before.get(nameOf(element)), others.get(nameOf(element))];
    const untouched = old !== undefined && lookOf(old) === lookOf(element);
    if (!untouched) kept.push({ element, from: ourMap });
    else if (other)
      kept.push(lookOf(other) === lookOf(old) ? { element, from: ourMap } : { element: other, from: theirMap });
  }
  for (const element of theirMap.elements)
    if (!mine.has(nameOf(element)) && !before.has(nameOf(element))) kept.push({ element, from: theirMap });
  const places = new Map(kept.map(({ element }, index) => [nameOf(element), index]));
  const elements = kept.map(({ element, from }) => {
    const parent = from.elements[element.parent];
    return { ...element, parent: parent ? (places.get(nameOf(parent)) ?? -1) : -1 };
  });
  return { ...ourMap, elements, ruleBoxes: mergeRuleBoxes(base, ourMap, theirMap), cut: ourMap.cut || theirMap.cut };
}

/** Returns the restless parts of both sides at their positions in the merged picture. */
export function mergeRestless(
  sides: readonly { restless: readonly RestlessRegion[]; placed: RowAlignment }[],
): RestlessRegion[] {
  const found = new Map<string, RestlessRegion>();
  for (const { restless, placed } of sides)
    for (const part of restless)
      for (const box of projectBox(placed, part.box)) {
        const [moving] = part.moving ? projectBox(placed, part.moving) : [];
        const { moving: _, ...rest } = part;
        found.set(JSON.stringify([part.selector, box]), { ...rest, box, ...(moving && { moving }) });
      }
  return [...found.values()];
}

function placedMap({ map, placed, scale }: SideMap): PageMap | null {
  if (!map) return null;
  const lowered = (box: Box): Box => {
    const y = Math.round(box.y * scale);
    return { ...box, y: box.y + (projectRow(placed, y) - y) / scale };
  };
  const ruleBoxes = Object.fromEntries(Object.entries(map.ruleBoxes).map(([id, boxes]) => [id, boxes.map(lowered)]));
  return { ...map, elements: map.elements.map((one) => ({ ...one, box: lowered(one.box) })), ruleBoxes };
}

function mergeRuleBoxes(base: PageMap | null, ours: PageMap, theirs: PageMap): PageMap["ruleBoxes"] {
  const sizes = (map: PageMap | null, id: string) =>
    JSON.stringify(map?.ruleBoxes[id]?.map(({ x, width, height }) => [x, width, height]) ?? null);
  const result = { ...theirs.ruleBoxes, ...ours.ruleBoxes };
  for (const [id, boxes] of Object.entries(theirs.ruleBoxes))
    if (sizes(base, id) === sizes(ours, id) && sizes(base, id) !== sizes(theirs, id)) result[id] = boxes;
  return result;
}

const nameOf = ({ inside, selector }: MapElement): string => `${inside ?? ""} ${selector}`;
const byName = (map: PageMap | null): Map<string, MapElement> =>
  new Map(map?.elements.map((element) => [nameOf(element), element]) ?? []);

/** Returns everything that identifies an element's look: all but its index in the list and its vertical position. */
const lookOf = ({ parent: _parent, box: { x, width, height }, ...rest }: MapElement): string =>
  JSON.stringify([rest, x, width, height]);
