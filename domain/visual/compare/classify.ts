// Determines for each region what changed there and which element it belongs to.
import type { Region, RegionKind } from "../outcome.ts";
import type { Box, MapElement, PageMap } from "../pageMap.ts";
import { type ElementChange, kindOf } from "./elementChanges.ts";
import { areaOf, intersection, toPixels } from "./picture.ts";
import type { PixelRegion } from "./regions.ts";

export type ClassifyInput = {
  regions: readonly PixelRegion[];
  /** Changed pixels of the whole comparison; shares are relative to this. */
  changedPixels: number;
  changes: readonly ElementChange[];
  testMap: PageMap | null;
  /** Device pixels per CSS pixel. */
  scale: number;
  /** Classifies a region by its pixels, for regions that no element accounts for. */
  pixelKind: (box: Box) => RegionKind;
};

/** Minimum share of a region that an element must cover to account for it. A region includes the glow around a button. */
const MIN_COVERED = 0.5;

export function classify(input: ClassifyInput): Region[] {
  const { regions, changes, scale } = input;
  const places = changes.map((change) => ({
    change,
    boxes: [change.after?.box, change.expected].filter((box) => !!box).map((box) => toPixels(box, scale)),
  }));
  return regions.map(({ box, changedPixels }) => {
    const change = accountsFor(box, places);
    const owner = change ? (change.after ?? change.before) : smallestAround(box, input.testMap, scale);
    return {
      box,
      kind: change ? kindOf(change) : input.pixelKind(box),
      selector: owner?.selector ?? "",
      text: owner?.text ?? "",
      share: input.changedPixels > 0 ? changedPixels / input.changedPixels : 0,
      changedPixels,
    };
  });
}

type Place = { change: ElementChange; boxes: Box[] };

/**
 * Returns the changed element that fits the region best: the share of the region it covers, times the share of it that the region fills. A
 * page-wide wrapper that grew covers everything and fits nothing, so the line of text inside it wins.
 */
function accountsFor(region: Box, places: readonly Place[]): ElementChange | null {
  let best: ElementChange | null = null;
  let bestScore = 0;
  for (const { change, boxes } of places)
    for (const box of boxes) {
      const shared = intersection(region, box);
      if (shared === null) continue;
      const covered = areaOf(shared) / areaOf(region);
      if (covered < MIN_COVERED) continue;
      const score = covered * Math.sqrt(areaOf(shared) / areaOf(box)) * weightOf(change);
      if (score > bestScore) {
        best = change;
        bestScore = score;
      }
    }
  return best;
}

/** Ranks changes of what an element shows above mere moves and resizes, which are often an effect of something inside or above the element. */
function weightOf(change: ElementChange): number {
  const kind = kindOf(change);
  return kind === "moved" || kind === "resized" ? 0.5 : 1;
}

/** Returns the smallest element that contains nearly all (0.9) of the region. */
export function smallestAround(region: Box, map: PageMap | null, scale: number): MapElement | null {
  let best: MapElement | null = null;
  let bestArea = Number.POSITIVE_INFINITY;
  for (const element of map?.elements ?? []) {
    const box = toPixels(element.box, scale);
    const shared = intersection(region, box);
    if (shared === null || areaOf(shared) < areaOf(region) * 0.9) continue;
    // Children follow their parents in the map, so at equal size the inner element is chosen as the better name.
    if (areaOf(box) <= bestArea) {
      best = element;
      bestArea = areaOf(box);
    }
  }
  return best;
}
