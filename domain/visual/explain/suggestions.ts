// Rules that would settle an unstable result, each with the element and why: what moved, named by the page map.
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
  /** The element's own words; "" where it has none. */
  text: string;
  why: string;
};

const MAX_SUGGESTIONS = 6;
/** So much of what moved lies in the element that is named by it. */
const MOSTLY = 0.9;

/** `restless`: parts that kept changing while the page was captured. The surest first, one for each element. */
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

/** The smallest elements in which what moved lies, those in which most moved first. */
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
    if (element.selector === "" || !shared || areaOf(shared) < areaOf(box) * MOSTLY) continue;
    if (!smallest || areaOf(element.box) <= areaOf(smallest.box)) smallest = element;
  }
  return smallest;
}
