// Suggests rules that would stabilise an unstable result, each with its element, found through the page map, and the reason.
import type { Remedy } from "../cause.ts";
import { areaOf, intersection } from "../compare/picture.ts";
import type { RestlessRegion } from "../outcome.ts";
import type { Box, MapElement, PageMap } from "../pageMap.ts";
import { namesWholePage } from "../wideRules/hidesAll.ts";
import { explainShot } from "./explainShot.ts";
import { remedyOf } from "./remedy.ts";
import type { ShotFacts } from "./shotCause.ts";
import { variationOf } from "./variation.ts";

export type Suggestion = {
  rule: Remedy;
  /** The element's own text, or "". */
  text: string;
  why: string;
};

const MAX_SUGGESTIONS = 6;
/** Minimum share of the movement that must lie in an element for it to be named. */
const MIN_SHARE = 0.9;

/** Returns the suggestions, most certain first, at most one per element. `restless`: parts that kept changing while the page was captured. */
export function ruleSuggestions(facts: ShotFacts, restless: readonly RestlessRegion[]): Suggestion[] {
  const variation = variationOf(facts);
  const found = new Map<string, Suggestion>();
  const add = (rule: Remedy | null | undefined, why: string): void => {
    if (!rule || rule.selector === "" || namesWholePage(rule.selector) || found.has(rule.selector)) return;
    const text = facts.testMap?.elements.find(({ selector }) => selector === rule.selector)?.text ?? "";
    found.set(rule.selector, { rule, text, why });
  };
  for (const { selector, between } of restless)
    add(
      { kind: "comparison", selector, mode: "dynamic" },
      between ? DIFFERED : "It kept changing while the page was at rest.",
    );
  for (const { rule, evidence } of explainShot(facts).causes) add(rule, evidence);
  for (const element of movedElements(facts)) add(remedyOf({ selector: element.selector }, facts, variation), DIFFERED);
  return [...found.values()].slice(0, MAX_SUGGESTIONS);
}

const DIFFERED = "It differed between two captures, moments apart.";

/** Returns the smallest elements that contain the movement, sorted by how much moved in them. */
function movedElements({ movement, testMap, sizes }: ShotFacts): MapElement[] {
  if (!movement?.length || !testMap) return [];
  const scale = sizes && testMap.width > 0 ? sizes.test.width / testMap.width : 1;
  const moved = new Map<MapElement, number>();
  for (const box of movement) {
    const element = elementAt(testMap, {
      x: box.x / scale,
      y: box.y / scale,
      width: box.width / scale,
      height: box.height / scale,
    });
    if (element) moved.set(element, (moved.get(element) ?? 0) + areaOf(box));
  }
  return [...moved].sort((a, b) => b[1] - a[1]).map(([element]) => element);
}

function elementAt({ elements }: PageMap, box: Box): MapElement | null {
  let smallest: MapElement | null = null;
  for (const element of elements) {
    const shared = intersection(element.box, box);
    if (element.selector === "" || !shared || areaOf(shared) < areaOf(box) * MIN_SHARE) continue;
    if (!smallest || areaOf(element.box) <= areaOf(smallest.box)) smallest = element;
  }
  return smallest;
}
