// Determines what differed between two captures of the same run, moments apart. None of it is caused by a change of the site.
import type { Variation } from "../cause.ts";
import { elementChanges } from "../compare/elementChanges.ts";
import { areaOf, coveredArea, intersection } from "../compare/picture.ts";
import type { Region } from "../outcome.ts";
import type { Box } from "../pageMap.ts";
import type { ShotFacts } from "./shotCause.ts";

/** Returns the variation, or null if the captures agreed or there was only one. */
export function variationOf({ flaky, otherCapture, movement, testMap, sizes }: ShotFacts): Variation | null {
  if (!flaky) return null;
  const boxes = movement ?? null;
  const height = otherCapture?.size.height ?? sizes?.baseline.height;
  const length = !!sizes && height !== sizes.test.height;
  if (!otherCapture?.map || !testMap) return { boxes, changes: null, length };
  // Elements that are only pushed by something above them are excluded.
  const changes = elementChanges(otherCapture.map, testMap).filter(({ differences }) =>
    differences.some((difference) => difference !== "position"),
  );
  return { boxes, changes: changes.length > 0 ? changes : null, length };
}

/**
 * Minimum share of a region in which the captures must differ for it to count as movement. Content that both captures show and the
 * baseline does not is a change.
 */
const MIN_SHARE = 0.9;

/** Whether one box is nearly all within the other: boxes that only overlap show two things. */
export function isWithin(one: Box, other: Box): boolean {
  const shared = intersection(one, other);
  return shared !== null && areaOf(shared) >= Math.min(areaOf(one), areaOf(other)) * MIN_SHARE;
}

/**
 * Whether the captures differed at a region, judged by their pixels or, if those are unknown, by the elements that differ. Page maps
 * without a difference prove nothing. "" is a place without a selector.
 */
export function variesAt(
  variation: Variation | null | undefined,
  { selector, box }: Pick<Region, "selector" | "box">,
): boolean {
  if (!variation) return false;
  const { boxes, changes } = variation;
  if (boxes) return coveredArea(boxes, box) >= areaOf(box) * MIN_SHARE;
  return changes !== null && (selector === "" || changes.some((change) => change.selector === selector));
}
