// What two captures of one run, moments apart, did not agree on: nothing of it comes from a change of the site.
import type { Variation } from "../cause.ts";
import { elementChanges } from "../compare/elementChanges.ts";
import type { ShotFacts } from "./shotCause.ts";

/** null: the captures agreed, or there was only one. */
export function variationOf({ flaky, otherCapture, testMap, sizes }: ShotFacts): Variation | null {
  if (!flaky) return null;
  const height = otherCapture?.size.height ?? sizes?.baseline.height;
  const length = !!sizes && height !== sizes.test.height;
  if (!otherCapture?.map || !testMap) return { changes: null, length };
  // What is pushed along by something above it varies for that reason only.
  const changes = elementChanges(otherCapture.map, testMap).filter(({ differences }) =>
    differences.some((difference) => difference !== "position"),
  );
  return { changes: changes.length > 0 ? changes : null, length };
}

/** Whether the captures differed at this element, as far as it is known; "" is a place without a name. */
export function variesAt(variation: Variation | null | undefined, selector: string): boolean {
  if (!variation) return false;
  return !variation.changes || selector === "" || variation.changes.some((change) => change.selector === selector);
}
