// Describes a region in the words of a change, for results of earlier versions, which stored no changes.
import type { Region, RegionKind } from "./outcome.ts";
import type { Change, ChangeKind } from "./reading/change.ts";
import { plainChange } from "./reading/described.ts";

const KIND: Record<RegionKind, ChangeKind> = {
  moved: "moved",
  resized: "resized",
  recoloured: "style",
  text: "text",
  added: "added",
  removed: "removed",
  other: "unknown",
};

/** Returns what the region tells; its element's text is neither the text before nor after. */
export function changeOfRegion({ selector, kind, text, box, changedPixels, share }: Region): Change {
  const [, tag = ""] = /(?:^|[\s>])([a-z][a-z0-9-]*)[^\s>]*$/.exec(selector) ?? [];
  return { ...plainChange("", KIND[kind], box, null), selector, tag, name: text, changedPixels, share };
}
