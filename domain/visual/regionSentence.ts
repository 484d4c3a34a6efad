// What a region of a result shows, in one sentence for people.

import { oneLine, truncate } from "../text.ts";
import type { Region, RegionKind } from "./outcome.ts";

const SAYS: Record<RegionKind, string> = {
  moved: "moved",
  resized: "has another size",
  recoloured: "has other colours",
  text: "has another text",
  added: "was added",
  removed: "was taken out",
  other: "looks different",
};
const LONGEST = 80;

/** `"#price" has another text ("9,99 €").` The quoted text is the page's own. */
export function regionSentence({ selector, kind, text }: Pick<Region, "selector" | "kind" | "text">): string {
  const quoted = text === "" ? "" : ` (“${truncate(oneLine(text), LONGEST)}”)`;
  const name = selector === "" ? "A part of the page" : `"${truncate(oneLine(selector), LONGEST)}"`;
  return `${name} ${SAYS[kind]}${quoted}.`;
}
