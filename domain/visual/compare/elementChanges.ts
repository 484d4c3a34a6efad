// Determines how elements changed between two page maps.
import type { RegionKind } from "../outcome.ts";
import type { Box, MapElement, PageMap } from "../pageMap.ts";
import { pairParts } from "./wholeParts.ts";

/** Ways in which an element can differ. `classify` reduces them to one kind of region. */
export type Difference =
  | "content"
  | "image"
  | "value"
  | "broken"
  | "font"
  | "colour"
  | "decoration"
  | "flow"
  | "position"
  | "size"
  | "added"
  | "removed";

/** Boxes are in CSS pixels of their own screenshot; `expected` is where the baseline's box would be in the test screenshot. */
export type ElementChange = {
  selector: string;
  before: MapElement | null;
  after: MapElement | null;
  expected: Box | null;
  differences: Difference[];
};

/** Boxes that differ by less than this (CSS pixels) are at the same place: subpixel layout rounds either way. */
const STEADY = 1;

const COLOUR_STYLES = ["color", "backgroundColor", "borderColor", "opacity"];
const FONT_STYLES = ["fontFamily", "fontSize", "fontWeight", "fontStyle"];
/** Styles of how text and boxes flow. */
const FLOW_STYLES = ["letterSpacing", "lineHeight", "direction", "columnCount", "overflow"];
const DECORATION_STYLES = ["boxShadow", "textDecoration", "borderWidth", "borderRadius"];

/** The kind of a region over the element: the first entry that applies. */
const KIND_OF: readonly [Difference, RegionKind][] = [
  ["added", "added"],
  ["removed", "removed"],
  ["content", "text"],
  ["image", "other"],
  ["broken", "other"],
  ["value", "text"],
  ["colour", "recoloured"],
  ["decoration", "recoloured"],
  ["flow", "other"],
  ["size", "resized"],
  ["position", "moved"],
  ["font", "other"],
];

export function kindOf(change: ElementChange): RegionKind {
  return KIND_OF.find(([difference]) => change.differences.includes(difference))?.[1] ?? "other";
}

/** Returns every element that changed. `projectY` projects a y of the baseline to the test screenshot (CSS pixels). */
export function elementChanges(
  baseline: PageMap,
  test: PageMap,
  projectY: (y: number) => number = (y) => y,
): ElementChange[] {
  const partners = pairElements(baseline.elements, test.elements);
  const changes: ElementChange[] = [];
  const seen = new Set<MapElement>();
  // A truncated map proves nothing about missing elements, and a map of version 1 nothing about shadow trees and frames.
  const complete = !baseline.cut && !test.cut;
  const knows = (map: PageMap, element: MapElement) => complete && (map.v > 1 || element.inside === undefined);
  for (const after of test.elements) {
    const before = partners.get(after) ?? null;
    if (before === null) {
      if (knows(baseline, after))
        changes.push({ selector: after.selector, before, after, expected: null, differences: ["added"] });
      continue;
    }
    seen.add(before);
    const expected = { ...before.box, y: projectY(before.box.y) };
    const differences = differencesOf(before, after, expected);
    if (differences.length > 0) changes.push({ selector: after.selector, before, after, expected, differences });
  }
  for (const before of baseline.elements) {
    if (seen.has(before) || !knows(test, before)) continue;
    const expected = { ...before.box, y: projectY(before.box.y) };
    changes.push({ selector: before.selector, before, after: null, expected, differences: ["removed"] });
  }
  return changes;
}

function differencesOf(before: MapElement, after: MapElement, expected: Box): Difference[] {
  const differences: Difference[] = [];
  if (before.textHash !== after.textHash) differences.push("content");
  if (before.image !== after.image) differences.push("image");
  if (before.value !== undefined && after.value !== undefined && before.value !== after.value)
    differences.push("value");
  if (before.broken !== undefined && after.broken !== undefined && before.broken !== after.broken)
    differences.push("broken");
  if (FONT_STYLES.some((name) => differs(before, after, name))) differences.push("font");
  if (COLOUR_STYLES.some((name) => differs(before, after, name))) differences.push("colour");
  if (FLOW_STYLES.some((name) => differs(before, after, name))) differences.push("flow");
  if (DECORATION_STYLES.some((name) => differs(before, after, name))) differences.push("decoration");
  if (Math.abs(expected.width - after.box.width) > STEADY || Math.abs(expected.height - after.box.height) > STEADY)
    differences.push("size");
  if (Math.abs(expected.x - after.box.x) > STEADY || Math.abs(expected.y - after.box.y) > STEADY)
    differences.push("position");
  return differences;
}

/** A style that one of the maps is too old to record is not compared. */
function differs({ styles: before }: MapElement, { styles: after }: MapElement, name: string): boolean {
  return before[name] !== undefined && after[name] !== undefined && before[name] !== after[name];
}

/**
 * Maps each test element to its baseline element. An equal selector means the same element, unless the tag differs. The rest is paired in
 * order by appearance (tag, id, classes, text), so that an element that only moved in the tree (and so has a new structural selector) is
 * still recognised.
 */
export function pairElements(
  baseline: readonly MapElement[],
  test: readonly MapElement[],
): Map<MapElement, MapElement> {
  const partners = new Map<MapElement, MapElement>();
  const taken = new Set<MapElement>();
  const pairBy = (key: (element: MapElement) => string | undefined): void => {
    const waiting = new Map<string, MapElement[]>();
    for (const element of baseline) {
      const name = key(element);
      if (name === undefined || taken.has(element)) continue;
      const list = waiting.get(name);
      if (list) list.push(element);
      else waiting.set(name, [element]);
    }
    for (const element of test) {
      if (partners.has(element)) continue;
      const partner = waiting.get(key(element) ?? "")?.shift();
      if (!partner) continue;
      partners.set(element, partner);
      taken.add(partner);
    }
  };
  const looks = new Map<MapElement, string>();
  const look = (element: MapElement): string => {
    const known = looks.get(element);
    if (known !== undefined) return known;
    const { tag, id, classes, textHash, image } = element;
    const made = [tag, id, classes.join(" "), textHash, image].join("\n");
    looks.set(element, made);
    return made;
  };
  pairParts(baseline, test, look, (before, after) => {
    partners.set(after, before);
    taken.add(before);
  });
  // Pair by selector and look first, so that an insertion among equal siblings does not shift the names of all that follow.
  pairBy((element) => `${element.selector} ${look(element)}`);
  pairBy((element) => (element.textHash || element.id || element.image ? look(element) : `\n${element.selector}`));
  // Then by text, for elements that gained or lost a class, such as the current page in a pagination: the text identifies the element.
  pairBy(({ tag, textHash }) => (textHash ? `${tag} ${textHash}` : undefined));
  pairBy((element) => `${element.selector} ${element.tag}`);
  return partners;
}
