// Records the map of the page in a screenshot.
import type { PageMap } from "../../../domain/visual/pageMap.ts";
import { pageMapSource } from "./pageMap.ts";
import type { Prepared, Preparing } from "./prepare.ts";

/** A page without a map is compared by its pixels alone, so a failure here loses the explanation but not the shot. */
export async function recordMap(
  { driver, guard, limits, spec }: Preparing,
  { clip }: Prepared,
): Promise<PageMap | undefined> {
  try {
    const recorded = driver.evaluate(pageMapSource(clip, spec.comparisonRules));
    return (await guard.run(recorded, limits.answerMs)) as PageMap;
  } catch (error) {
    if (guard.signal.aborted) throw error;
    return undefined;
  }
}
