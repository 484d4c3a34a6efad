// Selects the changed elements that count as changed content: those with a visible change where the pixels differ as well.
import type { Box, MapElement } from "../pageMap.ts";
import type { Difference, ElementChange } from "./elementChanges.ts";
import { type Judgement, OTHER_RENDERER } from "./judgement.ts";

/** Differences in text, image, value or presence: what a page communicates. */
const CONTENT: readonly Difference[] = ["content", "image", "value", "broken", "added", "removed"];
const STYLE: readonly Difference[] = ["colour", "font", "decoration", "flow"];
const PLACE: readonly Difference[] = ["position", "size"];

const COUNTED: Record<Judgement["kind"], readonly Difference[]> = {
  strict: [...CONTENT, ...STYLE],
  tolerant: CONTENT,
  other_renderer: [...CONTENT, ...STYLE, ...PLACE],
};

/** Elements that are drawn even without a text, image or background colour. */
export const DRAWN = new Set([
  "img",
  "svg",
  "canvas",
  "video",
  "iframe",
  "input",
  "button",
  "select",
  "textarea",
  "hr",
]);

/**
 * Returns the element changes that count as content. `differs`: whether any pixel of a box (CSS pixels of the test screenshot) differs,
 * however little. Changes that are visible nowhere do not count, such as a covered number, an attribute or a wrapper.
 */
export function contentChanges(
  changes: readonly ElementChange[],
  kind: Judgement["kind"],
  differs: (box: Box) => boolean,
): ElementChange[] {
  return changes.filter((change) => {
    if (!change.differences.some((difference) => COUNTED[kind].includes(difference) && changeShows(change, difference)))
      return false;
    const boxes = [change.after?.box, change.expected].filter((box) => !!box);
    return boxes.some(differs);
  });
}

/** Whether this difference of the element is visible. */
function changeShows({ before, after, expected }: ElementChange, difference: Difference): boolean {
  switch (difference) {
    case "added":
      return after !== null && isDrawn(after);
    case "removed":
      return before !== null && isDrawn(before);
    case "font":
    case "flow":
      return after !== null && after.textHash !== "";
    case "colour":
      return before !== null && after !== null && coloursShow(before, after);
    case "position":
    case "size":
      return after !== null && expected !== null && isDrawn(after) && isOff(expected, after.box);
    default:
      return true;
  }
}

/** Whether the element itself, not only its children, draws anything on the page. */
export function isDrawn({ tag, textHash, image, value, styles }: MapElement): boolean {
  return textHash !== "" || image !== "" || !!value || DRAWN.has(tag) || !isClear(styles.backgroundColor);
}

/** Elements without text inherit `color`, and `borderColor` has a value even without a border, so check that the colour is visible. */
function coloursShow(before: MapElement, after: MapElement): boolean {
  const differs = (name: string) => before.styles[name] !== after.styles[name];
  if (differs("backgroundColor") || differs("opacity")) return true;
  if (differs("color") && after.textHash !== "") return true;
  return (
    differs("borderColor") && after.styles.borderWidth !== undefined && !/^[0 px]*$/.test(after.styles.borderWidth)
  );
}

function isClear(colour: string | undefined): boolean {
  return colour === undefined || colour === "" || colour === "transparent" || /^rgba\(.*, 0\)$/.test(colour);
}

function isOff(expected: Box, box: Box): boolean {
  return (["x", "y", "width", "height"] as const).some(
    (side) => Math.abs(expected[side] - box[side]) > OTHER_RENDERER.place,
  );
}
