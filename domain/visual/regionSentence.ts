// Describes a region in the words of a change, for results of earlier versions, which stored no changes.
import type { Region, RegionKind } from "./outcome.ts";
import type { ChangeKind } from "./reading/change.ts";
import type { Told } from "./reading/sentence.ts";

const KIND: Record<RegionKind, ChangeKind> = {
  moved: "moved",
  resized: "resized",
  recoloured: "style",
  text: "text",
  added: "added",
  removed: "removed",
  other: "unknown",
};

type Known = Pick<Region, "selector" | "kind" | "text"> & { box?: Region["box"] };

/** Returns what the region tells; its element's text is neither the text before nor after. */
export function toldOfRegion({ selector, kind, text, box }: Known): Told {
  const [, tag = ""] = /(?:^|[\s>])([a-z][a-z0-9-]*)[^\s>]*$/.exec(selector) ?? [];
  return {
    kind: KIND[kind],
    selector,
    tag,
    role: "",
    name: text,
    at: { landmark: "", heading: "" },
    count: 1,
    text: null,
    image: null,
    styles: [],
    box: box ?? null,
    boxBefore: null,
  };
}
