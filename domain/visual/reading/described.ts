// Builds a change from a draft and the words that describe it.

import { given } from "../../given.ts";
import { hashText } from "../compare/fingerprint.ts";
import { toPixels } from "../compare/picture.ts";
import type { Box, MapElement } from "../pageMap.ts";
import type { Change } from "./change.ts";
import { bothChanges, shiftOf } from "./common.ts";
import type { Draft } from "./draft.ts";
import { isIcon, ownerOf } from "./icons.ts";
import type { Matching } from "./matching.ts";
import { STEADY } from "./origins.ts";
import { nameOf, surroundingsOf, wordsIn } from "./surroundings.ts";
import { partOf, type Tree } from "./tree.ts";

/** The change's part of the differing pixels. */
export type Share = { pixels: number; pushed: number };

/** Returns a change about which only the place is known. */
export function plainChange(key: string, kind: Change["kind"], box: Box | null, boxBefore: Box | null): Change {
  return {
    key,
    kind,
    selector: "",
    tag: "",
    role: "",
    name: "",
    at: { landmark: "", heading: "" },
    count: 1,
    text: null,
    image: null,
    styles: [],
    box,
    boxBefore,
    pushed: 0,
    changedPixels: 0,
    share: 0,
  };
}

/** Returns a draft as a change, with its words and its part of the differing pixels. */
export function changeOf(matching: Matching, draft: Draft, share: Share, key: string, scale: number): Change {
  const { before, after } = matching;
  const { kind, old, now, styles } = draft;
  const [from, to] = [before.elements[old], after.elements[now]];
  const element = to ?? from;
  const [tree, at] = to ? [after, now] : [before, old];
  const box = to && kind !== "removed" ? toPixels(to.box, scale) : null;
  const boxBefore = from && kind !== "added" ? asLarge(toPixels(from.box, scale), box, from, to) : null;
  if (!element) return { ...plainChange(key, kind, null, null), changedPixels: share.pixels, pushed: share.pushed };
  const whole = wholeOf(matching, draft);
  const icon = isIcon(tree, at);
  const owner = icon ? ownerOf(tree, at) : -1;
  return {
    key,
    kind,
    selector: element.selector,
    tag: element.tag,
    role: element.role || (icon ? "icon" : roleOfContent(tree, at)),
    name: nameOf(tree, owner === -1 ? at : owner),
    at: surroundingsOf(tree, at),
    count: 1,
    text: textOf(matching, draft),
    image: kind === "image" || kind === "broken_image" ? { before: shownImage(from), after: to?.image ?? "" } : null,
    styles,
    box,
    boxBefore,
    pushed: share.pushed,
    changedPixels: share.pixels,
    share: 0,
    ...given({ whole }),
  };
}

/** Returns a hash of everything written and shown in a block, because the block's name and text are cut and its key ignores digits. */
function wholeOf({ before, after }: Matching, { kind, old, now }: Draft): string | undefined {
  switch (kind) {
    case "added":
      return partHash(after, now);
    case "removed":
      return partHash(before, old);
    case "replaced":
      return hashText(JSON.stringify([partHash(before, old), partHash(after, now)]));
    case "moved":
      return partHash(after, now);
    default:
      return undefined;
  }
}

function partHash(tree: Tree, root: number): string {
  const parts = partOf(tree, root).map((at) => {
    const { tag, role, textHash, image, value = "" } = tree.elements[at]!;
    return [tag, role, textHash, image, value];
  });
  return hashText(JSON.stringify(parts));
}

/** A block that has only its own text counts as a text, and an inline element without text counts as a block. */
function roleOfContent({ elements, children, says }: Tree, at: number): string {
  const { tag, textHash, attrs } = elements[at]!;
  if (children[at]!.length > 0) return "";
  if (tag === "div" && textHash !== "") return "text";
  return tag === "span" && says[at] === 0 && attrs["aria-label"] === undefined ? "block" : "";
}

/** Rounding outwards to whole pixels adds a pixel depending on the position, so an element of unchanged size keeps its pixel size. */
function asLarge(before: Box, box: Box | null, from: MapElement, to: MapElement | undefined): Box {
  if (!box || !to) return before;
  const isSame = (side: "width" | "height") => Math.abs(from.box[side] - to.box[side]) <= STEADY;
  return {
    ...before,
    width: isSame("width") ? box.width : before.width,
    height: isSame("height") ? box.height : before.height,
  };
}

/** Returns the labels of a button-like field. What people type into other fields is not recorded. */
function labelsOf({ attrs: from }: MapElement, { attrs: to }: MapElement): Change["text"] {
  return from.value === undefined || to.value === undefined ? null : { before: from.value, after: to.value };
}

/** An image that fails to load counts as none. */
const shownImage = (element: MapElement | undefined): string => (element?.broken ? "" : (element?.image ?? ""));

function textOf({ before, after }: Matching, { kind, old, now }: Draft): Change["text"] {
  switch (kind) {
    case "text":
      return { before: before.elements[old]!.text, after: after.elements[now]!.text };
    case "value":
      return labelsOf(before.elements[old]!, after.elements[now]!);
    case "added":
      return { before: "", after: wordsIn(after, now) };
    case "removed":
      return { before: wordsIn(before, old), after: "" };
    case "replaced":
      return { before: wordsIn(before, old), after: wordsIn(after, now) };
    default:
      return null;
  }
}

/** Merges equal changes of several elements into one, described by what all have in common. The largest is shown for all. */
export function merged(changes: readonly Change[]): Change[] {
  return [...Map.groupBy(changes, ({ key }) => key).values()].map((equal) => {
    const sorted = equal.toSorted((a, b) => b.changedPixels - a.changedPixels);
    const first = sorted.reduce(bothChanges);
    const changedPixels = equal.reduce((sum, one) => sum + one.changedPixels, 0);
    const pushed = equal.reduce((sum, one) => sum + one.pushed, 0);
    return { ...first, count: equal.length, changedPixels, pushed, ...given({ whole: wholeOfAll(equal) }) };
  });
}

/** Hashes the details of each element, because the merged change only keeps those of the largest or what all have in common. */
function wholeOfAll(equal: readonly Change[]): string | undefined {
  if (equal.length === 1) return equal[0]?.whole;
  const each = equal.map((one) => {
    const { selector, text, image, styles, whole = "" } = one;
    return JSON.stringify([selector, text, image, styles, whole, shiftOf(one)]);
  });
  return hashText(each.sort().join("\n"));
}
