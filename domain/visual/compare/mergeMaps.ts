// The page map and the restless parts of a merged picture, from those of its sides.
import type { RestlessRegion } from "../outcome.ts";
import type { Box, MapElement, PageMap } from "../pageMap.ts";
import type { RowAlignment } from "./alignRows.ts";
import { projectBox, projectRow } from "./projectRows.ts";

/** A side's map, and where its rows are in the merged picture. `scale`: pixels of the picture to one of the map. */
export type SideMap = { map: PageMap | null; placed: RowAlignment; scale: number };

/**
 * Elements as our side has them, and as theirs where only theirs changed them; what either side put in is there, what either took out is
 * not. Places down the page are those of the rows that the element stands in.
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

/** The restless parts of both sides, where they are in the merged picture. */
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

/** Everything but its place in the list and down the page. */
const lookOf = ({ parent: _parent, box: { x, width, height }, ...rest }: MapElement): string =>
  JSON.stringify([rest, x, width, height]);
