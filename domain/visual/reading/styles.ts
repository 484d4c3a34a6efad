// Determines which recorded styles of an element changed, sorted by visibility.
import type { MapElement } from "../pageMap.ts";
import type { StyleChange } from "./change.ts";

/** Most noticeable first. */
const SEEN = [
  "backgroundImage",
  "opacity",
  "color",
  "backgroundColor",
  "textDecoration",
  "textTransform",
  "fontFamily",
  "fontWeight",
  "fontStyle",
  "borderWidth",
  "borderColor",
  "borderRadius",
  "boxShadow",
  "fontSize",
  "letterSpacing",
  "lineHeight",
  "textAlign",
  "direction",
  "columnCount",
  "objectFit",
  "objectPosition",
  "padding",
  "gap",
];
/** Only reported if nothing else changed. */
const TECHNICAL = ["overflow", "flexDirection", "flexWrap", "justifyContent", "alignItems", "display", "position"];
/** Computed from the surroundings, so they only explain an element's new place if nothing else does. */
const HINTS = ["margin", "transform"];

const INHERITED = new Set([
  "color",
  "fontFamily",
  "fontSize",
  "fontWeight",
  "fontStyle",
  "letterSpacing",
  "lineHeight",
  "direction",
  "textAlign",
  "textTransform",
]);
/** Styles that may be given relative to the font size. */
const BY_FONT = new Set(["fontSize", "lineHeight", "letterSpacing", "padding", "gap", "borderRadius"]);

/** Styles that need text to be visible. An element without text only shows borders, backgrounds and the place of its content. */
const OF_LETTERS = new Set([...INHERITED, "textDecoration"]);

type Styles = Readonly<Record<string, string>>;
export type Changed = ReadonlyMap<string, readonly [before: string, after: string]>;
const NOTHING: Changed = new Map();

/** Returns the recorded styles that differ. A style that a map of an earlier version does not record is not compared. */
export function changedStyles(
  { styles: before }: MapElement,
  { styles: after }: MapElement,
  defaults: { before: Styles; after: Styles } = { before: {}, after: {} },
): Changed {
  let changed: Map<string, readonly [string, string]> | null = null;
  const look = (name: string): void => {
    const [from, to] = [before[name] ?? defaults.before[name], after[name] ?? defaults.after[name]];
    if (from === undefined || to === undefined || from === to) return;
    changed ??= new Map();
    changed.set(name, [from, to]);
  };
  for (const name in after) look(name);
  for (const name in before) if (after[name] === undefined) look(name);
  return changed ? withoutEcho(changed, before, after) : NOTHING;
}

/**
 * Removes style changes without effect: the colour of a border without width, a border colour that follows the text colour, and an
 * alignment to the same side by a different keyword.
 */
function withoutEcho(changed: Map<string, readonly [string, string]>, before: Styles, after: Styles): Changed {
  const none = /^[0 px]*$/;
  const borderless = none.test(before.borderWidth ?? "") && none.test(after.borderWidth ?? "");
  const asText = before.borderColor === before.color && after.borderColor === after.color;
  if (borderless || asText) changed.delete("borderColor");
  const align = changed.get("textAlign");
  if (align && sideOf(align[0], before.direction) === sideOf(align[1], after.direction)) changed.delete("textAlign");
  return changed;
}

/** Returns the side that "start" or "end" means in the text direction. */
function sideOf(align: string, direction = "ltr"): string {
  if (align !== "start" && align !== "end") return align;
  return (align === "start") === (direction === "ltr") ? "left" : "right";
}

/**
 * Returns the style names that changed at the element itself; inherited changes are reported at the ancestor. `says`: whether the element
 * has text.
 */
export function ownStyles(own: Changed, around: Changed, says: boolean): string[] {
  const names = [...SEEN, ...TECHNICAL].filter((name) => {
    const change = own.get(name);
    if (!change || (OF_LETTERS.has(name) && !says)) return false;
    return !(isFromAround(name, change, around) || isByFont(name, change, own));
  });
  const seen = names.filter((name) => !TECHNICAL.includes(name));
  return seen.length > 0 ? seen : names;
}

function isFromAround(name: string, [from, to]: readonly [string, string], around: Changed): boolean {
  const above = around.get(name);
  if (!above) return false;
  if (INHERITED.has(name) && above[0] === from && above[1] === to) return true;
  return name === "fontSize" && sameRatio([from, to], above);
}

/** Whether a relative length merely follows the changed font size. */
function isByFont(name: string, change: readonly [string, string], own: Changed): boolean {
  const font = own.get("fontSize");
  return name !== "fontSize" && font !== undefined && BY_FONT.has(name) && sameRatio(change, font);
}

function sameRatio([a, b]: readonly [string, string], [c, d]: readonly [string, string]): boolean {
  const [own, other] = [Number.parseFloat(b) / Number.parseFloat(a), Number.parseFloat(d) / Number.parseFloat(c)];
  return Number.isFinite(own) && Math.abs(own - other) < 0.01;
}

export const hintsOf = (changed: Changed): string[] => HINTS.filter((name) => changed.has(name));

/**
 * Whether none of the styles is visible by itself: all only arrange the element's content, or the element among others, or name other
 * fallback fonts.
 */
export const areTechnical = (names: readonly string[], changed: Changed): boolean =>
  names.every((name) => TECHNICAL.includes(name) || (name === "fontFamily" && isSameFont(changed)));

function isSameFont(changed: Changed): boolean {
  const [before = "", after = ""] = (changed.get("fontFamily") ?? []).map((families) => families.split(",")[0]?.trim());
  return before === after;
}

export const styleChange = (name: string, changed: Changed): StyleChange => {
  const [before, after] = changed.get(name)!;
  return { property: cssName(name), before, after };
};

const cssName = (name: string): string => {
  if (name === "textDecoration") return "text-decoration";
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
};
