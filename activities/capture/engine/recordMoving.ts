// A moving page keeps moving while its map is recorded: one more frame, and one more map, show how far.
import type { Box, PageMap } from "../../../domain/visual/pageMap.ts";
import type { Prepared } from "./prepare.ts";
import { frameOf, type PixelDifference, partsThatMoved, type Shot, taken } from "./shoot.ts";
import type { Taken } from "./takeFrames.ts";

/** `since`: where the frame after the map differs from the screenshot; `later`: the map after that frame. */
export type Mapped = { shot: Shot; map: PageMap | undefined; since: Box[]; later?: PageMap | undefined };

/** A page whose rows change every time keeps its current map. */
const MAX_MAPS = 4;

/**
 * If rows were added or removed between the screenshot and the frame after its map, it is unknown which of the two the map shows: the
 * later
 * frame becomes the screenshot, and its map is recorded. Throws what `record` throws, and what `again` throws.
 */
export async function recordMoving(
  { shot: first, prepared: then, again }: Taken,
  record: (prepared: Prepared) => Promise<PageMap | undefined>,
  difference: PixelDifference | undefined,
): Promise<Mapped> {
  let map = await record(then);
  if (map === undefined || first.restless.length === 0 || difference === undefined)
    return { shot: first, map, since: [] };
  const seen = [...first.watched];
  let last = first.frame.png;
  for (let maps = 1; ; maps += 1) {
    const next = await again();
    const later = next === null ? undefined : await record(next.prepared);
    const moved = next === null ? null : await difference(last, next.png);
    if (next === null || later === undefined || moved?.alignment === undefined || maps === MAX_MAPS) {
      const shot = last === first.frame.png ? first : { ...first, ...frameOf(taken(last)) };
      const parts = shot === first ? {} : await partsThatMoved(seen, last, difference);
      const since = moved && moved.alignment === undefined ? moved.boxes : [];
      return { shot: { ...shot, ...parts }, map, since, later };
    }
    seen.push(last);
    last = next.png;
    map = later;
  }
}
