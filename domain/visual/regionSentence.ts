// Describes a region in the words of a change: columns of a page that got wider or narrower, and regions of earlier versions' results.
import { isColumns } from "./compare/oneSided.ts";
import type { Region, RegionKind, RowShift } from "./outcome.ts";
import type { Change, ChangeKind } from "./reading/change.ts";
import { plainChange } from "./reading/described.ts";
import { widthChange } from "./reading/pageWidth.ts";

const KIND: Record<RegionKind, ChangeKind> = {
  moved: "moved",
  recoloured: "style",
  text: "text",
  added: "added",
  removed: "removed",
  resized: "resized",
  other: "unknown",
};

/**
 * Returns what the region tells; its element's text is neither the text before nor after. `shifts`: rows of which the region may consist,
 * which moved the content below it.
 */
export function changeOfRegion(region: Region, shifts: readonly RowShift[] = []): Change {
  if (isColumns(region)) return widthChange(region);
  const { selector, kind, text, box, changedPixels, share } = region;
  const [, tag = ""] = /(?:^|[\s>])([a-z][a-z0-9-]*)[^\s>]*$/.exec(selector) ?? [];
  const shift = shifts.find(({ y, height }) => y === box.y && height === box.height);
  const pushed = shift ? (shift.kind === "inserted" ? shift.height : -shift.height) : 0;
  // Without an element, only the place is certain.
  const told = plainChange("", selector === "" ? "unknown" : KIND[kind], box, null);
  return { ...told, selector, tag, name: text, pushed, changedPixels, share };
}
