// What two captures of one run, moments apart, did not agree on: nothing of it comes from a change of the site.
import type { Variation } from "../cause.ts";
import { elementChanges } from "../compare/elementChanges.ts";
import { areaOf, coveredArea } from "../compare/picture.ts";
import type { Region } from "../outcome.ts";
import type { ShotFacts } from "./shotCause.ts";

/** null: the captures agreed, or there was only one. */
export function variationOf({ flaky, otherCapture, movement, testMap, sizes }: ShotFacts): Variation | null {
  if (!flaky) return null;
  const boxes = movement ?? null;
  const height = otherCapture?.size.height ?? sizes?.baseline.height;
  const length = !!sizes && height !== sizes.test.height;
  if (!otherCapture?.map || !testMap) return { boxes, changes: null, length };
  // What is pushed along by something above it varies for that reason only.
  const changes = elementChanges(otherCapture.map, testMap).filter(({ differences }) =>
    differences.some((difference) => difference !== "position"),
  );
  return { boxes, changes: changes.length > 0 ? changes : null, length };
}

/** A region is movement when the captures differ over so much of it; what both show alike, and the baseline does not, is a change. */
const MOSTLY = 0.9;

/**
 * Whether the captures differed at a region: by their pixels. Where those are not known, by the elements that differ; page maps without
 * a difference prove nothing. "" is a place without a name.
 */
export function variesAt(
  variation: Variation | null | undefined,
  { selector, box }: Pick<Region, "selector" | "box">,
): boolean {
  if (!variation) return false;
  const { boxes, changes } = variation;
  if (boxes) return coveredArea(boxes, box) >= areaOf(box) * MOSTLY;
  return changes !== null && (selector === "" || changes.some((change) => change.selector === selector));
}
