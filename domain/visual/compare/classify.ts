// Says of each region what happened there and to which element.
import type { Region, RegionKind } from "../outcome.ts";
import type { Box, MapElement, PageMap } from "../pageMap.ts";
import { type ElementChange, kindOf } from "./elementChanges.ts";
import { areaOf, intersection, toPixels } from "./picture.ts";
import type { PixelRegion } from "./regions.ts";

export type ClassifyInput = {
  regions: readonly PixelRegion[];
  /** Changed pixels of the whole comparison; shares are of these. */
  changedPixels: number;
  changes: readonly ElementChange[];
  testMap: PageMap | null;
  /** Device pixels per CSS pixel. */
  scale: number;
  /** What the pixels themselves say, for regions no element accounts for. */
  pixelKind: (box: Box) => RegionKind;
};

/** An element accounts for a region when it covers this much of it: a region takes in the glow around a button. */
const MIN_COVERED = 0.5;

/** `change` is the element change that accounts for the region, null where none does. */
export type Classified = { region: Region; change: ElementChange | null };

export function classify(input: ClassifyInput): Classified[] {
  const { regions, changes, scale } = input;
  const places = changes.map((change) => ({
    change,
    boxes: [change.after?.box, change.expected].filter((box) => !!box).map((box) => toPixels(box, scale)),
  }));
  return regions.map(({ box, changedPixels }) => {
    const change = accountsFor(box, places);
    const owner = change ? (change.after ?? change.before) : smallestAround(box, input.testMap, scale);
    const region: Region = {
      box,
      kind: change ? kindOf(change) : input.pixelKind(box),
      selector: owner?.selector ?? "",
      text: owner?.text ?? "",
      share: input.changedPixels > 0 ? changedPixels / input.changedPixels : 0,
      changedPixels,
    };
    return { region, change };
  });
}

type Place = { change: ElementChange; boxes: Box[] };

/**
 * The changed element that fits the region best: how much of the region it covers, times how much of it the region
 * fills. A page-wide wrapper that grew covers everything and fits nothing; the line of text in it wins.
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

/** What an element shows changes pixels; that it only moved or grew is often an effect of something inside or above it. */
function weightOf(change: ElementChange): number {
  const kind = kindOf(change);
  return kind === "moved" || kind === "resized" ? 0.5 : 1;
}

/** The smallest element that holds nearly all of the region (0.9 of it). */
export function smallestAround(region: Box, map: PageMap | null, scale: number): MapElement | null {
  let best: MapElement | null = null;
  let bestArea = Number.POSITIVE_INFINITY;
  for (const element of map?.elements ?? []) {
    const box = toPixels(element.box, scale);
    const shared = intersection(region, box);
    if (shared === null || areaOf(shared) < areaOf(region) * 0.9) continue;
    // Children follow their parents in the map: at equal size the inner element is the better name.
    if (areaOf(box) <= bestArea) {
      best = element;
      bestArea = areaOf(box);
    }
  }
  return best;
}
