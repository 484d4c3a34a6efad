// Finds the root changes of a page from its maps: elements that were added, removed or show something else. What moves along with them is
// not a cause.
import type { CauseKind } from "../cause.ts";
import { changeShows, isDrawn } from "../compare/contentChanges.ts";
import type { Difference, ElementChange } from "../compare/elementChanges.ts";
import type { Box, MapElement, PageMap } from "../pageMap.ts";
import { changedStyles, nameOf, styleText } from "./words.ts";

/** `sentence` has no full stop, so that consequences can be appended. `boxes`: the location in CSS pixels of the test screenshot. */
export type Root = { kind: CauseKind; selector: string; sentence: string; boxes: Box[]; change: ElementChange };

const STYLES: readonly Difference[] = ["flow", "font", "decoration", "colour"];

/** Maximum number of elements of a subtree that are quoted. */
const QUOTED = 3;

export function rootsOf(changes: readonly ElementChange[], baselineMap: PageMap, testMap: PageMap): Root[] {
  const byAfter = new Map(changes.flatMap((change) => (change.after ? [[change.after, change] as const] : [])));
  const come = new Set(changes.flatMap(({ before, after }) => (before || !after ? [] : [after])));
  const gone = new Set(changes.flatMap(({ before, after }) => (after || !before ? [] : [before])));
  const [before, after] = [childrenOf(baselineMap.elements), childrenOf(testMap.elements)];
  return changes.flatMap((change) => {
    if (change.differences.includes("added")) return comeOrGone(change, come, testMap, after);
    if (change.differences.includes("removed")) return comeOrGone(change, gone, baselineMap, before);
    return ownRoot(change, byAfter, testMap);
  });
}

/** Returns the outermost of the elements that were added (or removed) together, if it draws anything. */
function comeOrGone(
  change: ElementChange,
  alike: ReadonlySet<MapElement>,
  { elements }: PageMap,
  children: Children,
): Root[] {
  const kind = change.differences.includes("added") ? "added" : "removed";
  const element = kind === "added" ? change.after : change.before;
  const parent = elements[element?.parent ?? -1];
  if (!element || (parent && alike.has(parent))) return [];
  const inside = subtreeOf(element, children);
  if (!inside.some(isDrawn)) return [];
  const quoted = inside.flatMap(({ text }) => (text === "" ? [] : [`"${text}"`]));
  const quote =
    quoted.length > 0 ? ` (${quoted.slice(0, QUOTED).join(", ")}${quoted.length > QUOTED ? ", …" : ""})` : "";
  const sentence = `${nameOf(element.selector)}${quote} is ${kind === "added" ? "new" : "gone"}`;
  const box = kind === "added" ? element.box : change.expected;
  return [{ kind, selector: element.selector, sentence, boxes: box ? [box] : [], change }];
}

type Children = ReadonlyMap<MapElement, readonly MapElement[]>;

function childrenOf(elements: readonly MapElement[]): Children {
  const inner = elements.filter(({ parent }) => elements[parent] !== undefined);
  return Map.groupBy(inner, ({ parent }) => elements[parent]!);
}

/** Returns the element and its descendants in page order. */
function subtreeOf(element: MapElement, children: Children): MapElement[] {
  const found: MapElement[] = [];
  // An explicit stack instead of recursion, because a page may nest deeper than the call stack.
  const open = [element];
  for (let next = open.pop(); next; next = open.pop()) {
    found.push(next);
    open.push(...(children.get(next) ?? []).toReversed());
  }
  return found;
}

function ownRoot(change: ElementChange, byAfter: ReadonlyMap<MapElement, ElementChange>, testMap: PageMap): Root[] {
  const { selector, before, after, expected, differences } = change;
  if (!before || !after) return [];
  const boxes = [after.box, ...(expected ? [expected] : [])];
  const root = (kind: CauseKind, sentence: string): Root[] => [{ kind, selector, sentence, boxes, change }];
  const name = nameOf(selector);
  if (differences.includes("broken") && after.broken)
    return root("broken_image", `The image ${name}${after.image ? ` (${after.image})` : ""} did not load`);
  if (differences.includes("content") && before.text !== after.text)
    return root("content", `The text of ${name} was "${before.text}" and is "${after.text}"`);
  if (differences.includes("image")) return root("content", `${name} shows another image (${after.image})`);
  if (!STYLES.some((style) => differences.includes(style) && changeShows(change, style))) return [];
  // An inherited style belongs to the outermost element that has it.
  const above = byAfter.get(testMap.elements[after.parent] ?? after);
  const own = inheritedFrom(above, change) ? "" : styleText(before.styles, after.styles);
  return own === "" ? [] : root("style", `${name} has new styles: ${own}`);
}

/** Whether every changed style of the element changed in the same way in its parent. */
export function inheritedFrom(above: ElementChange | undefined, { before, after }: ElementChange): boolean {
  if (!above?.before || !above.after || !before || !after || above.after === after) return false;
  const [from, to] = [above.before.styles, above.after.styles];
  return changedStyles(before.styles, after.styles).every(
    (name) => from[name] === before.styles[name] && to[name] === after.styles[name],
  );
}

/** Maximum distance in CSS pixels between a change and its effect; beyond it the cause is a different one. */
const REACH = 40;

/**
 * Returns the nearest root whose change may be visible in the box (CSS pixels); among equals the smallest element. `along`: whether only
 * the vertical distance counts.
 */
export function rootNear(roots: readonly Root[], box: Box, along: "rows" | "both" = "both"): Root | null {
  let best: Root | null = null;
  let bestScore = Number.POSITIVE_INFINITY;
  for (const root of roots)
    for (const own of root.boxes) {
      const apart = distance(own, box, along);
      if (apart > REACH) continue;
      // The distance decides; the area only breaks ties.
      const score = apart + (own.width * own.height) / 1e9;
      if (score >= bestScore) continue;
      best = root;
      bestScore = score;
    }
  return best;
}

/** If a single change pushes others, it is their cause, however far away they are. */
export const onlyOne = (roots: readonly Root[]): Root | null => (roots.length === 1 ? roots[0]! : null);

function distance(a: Box, b: Box, along: "rows" | "both"): number {
  const down = Math.max(0, a.y - (b.y + b.height), b.y - (a.y + a.height));
  const right = along === "rows" ? 0 : Math.max(0, a.x - (b.x + b.width), b.x - (a.x + a.width));
  return Math.max(down, right);
}
