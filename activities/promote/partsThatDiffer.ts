// Finds the parts of a page that differ between captures.
import type { RestlessRegion } from "../../domain/visual/outcome.ts";
import type { PageMap } from "../../domain/visual/pageMap.ts";
import { restlessRegions } from "../capture/engine/restless.ts";
import { MAX_RESTLESS_SHARE, type PixelDifference, partsThatMoved, pngSize } from "../capture/engine/shoot.ts";

/** `counts`: the screenshot whose coordinates the parts use. null: most of the page differs, so no part can be named. */
export async function partsThatDiffer(
  counts: { png: Uint8Array; map: PageMap | null },
  others: readonly Uint8Array[],
  difference: PixelDifference,
): Promise<RestlessRegion[] | null> {
  const { restless: parts, lines, grown } = await partsThatMoved(others, counts.png, difference);
  const { width, height } = pngSize(counts.png);
  const area = parts.reduce((sum, box) => sum + box.width * box.height, 0);
  if (area > width * height * MAX_RESTLESS_SHARE) return null;
  return restlessRegions({ restless: parts, lines, grown }, counts.map, width).map((part) => ({
    ...part,
    between: true,
  }));
}
