// What a region of a result shows, in the words of a change: of results of earlier versions, which kept no changes.
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

/** As little as the region tells; no words of its element are those of before and after. */
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
