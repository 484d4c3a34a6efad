// Handles parts of the page that only one of the two screenshots has.
import type { Region, RowShift } from "../outcome.ts";
import type { Box } from "../pageMap.ts";
import type { ElementChange } from "./elementChanges.ts";
import { areaOf, coveredArea, intersection, type Picture, toPixels } from "./picture.ts";
import type { RulesOutcome } from "./rules.ts";

/** Returns the added (or removed) element that fills most of a band and so names it. */
export function bandOwner(band: RowShift, changes: readonly ElementChange[], scale: number): ElementChange | null {
  const wanted = band.kind === "inserted" ? "added" : "removed";
  const area: Box = { x: 0, y: band.y, width: Number.MAX_SAFE_INTEGER, height: band.height };
  let best: ElementChange | null = null;
  let most = 0;
  for (const change of changes) {
    const element = wanted === "added" ? change.after : change.before;
    if (element === null || !change.differences.includes(wanted)) continue;
    const shared = intersection(area, toPixels(element.box, scale));
    if (shared === null || areaOf(shared) <= most) continue;
    most = areaOf(shared);
    best = change;
  }
  return best;
}

/** Surplus columns of the wider picture. `pixelsIn`: how many of its pixels count in these rows. */
export type ExtraColumns = {
  width: number;
  pixels: number;
  pixelsIn(y: number, height: number): number;
  regions: Omit<Region, "share">[];
};

const ADDED = "added columns";
const REMOVED = "removed columns";

/** Whether the region consists of surplus columns. Its cause is the key of the change of the page's width. */
export const isColumns = ({ cause }: Pick<Region, "cause">): boolean => cause === ADDED || cause === REMOVED;

/** Returns the surplus columns of the wider picture; boxes are relative to that picture. */
export function extraColumns(
  baseline: Picture,
  test: Picture,
  rules: Pick<RulesOutcome, "masked" | "maskedBaseline">,
): ExtraColumns {
  const grew = test.width > baseline.width;
  const wider = grew ? test : baseline;
  const from = Math.min(baseline.width, test.width);
  const box = { x: from, y: 0, width: wider.width - from, height: wider.height };
  const pixelsIn = (y: number, height: number): number => {
    const rows = intersection(box, { ...box, y, height });
    return rows ? areaOf(rows) - coveredArea(grew ? rules.masked : rules.maskedBaseline, rows) : 0;
  };
  const pixels = pixelsIn(0, box.height);
  const named = grew ? ({ kind: "added", cause: ADDED } as const) : ({ kind: "removed", cause: REMOVED } as const);
  const regions = pixels > 0 ? [{ box, selector: "", text: "", changedPixels: pixels, ...named }] : [];
  return { width: box.width, pixels, pixelsIn, regions };
}
