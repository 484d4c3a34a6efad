// Describes visible style changes in words, starting with the most noticeable property.
import { capital } from "../../text.ts";
import type { StyleChange } from "./change.ts";
import { styleValue } from "./quote.ts";

/** CSS property names and their everyday words, most noticeable first. */
const WORDS: readonly (readonly [property: string, word: string])[] = [
  ["background-image", "Background image"],
  ["visibility", "Visibility"],
  ["opacity", "Opacity"],
  ["background-color", "Background"],
  ["color", "Text color"],
  ["border-width", "Border"],
  ["border-style", "Border"],
  ["border-color", "Border color"],
  ["box-shadow", "Shadow"],
  ["text-decoration", "Text decoration"],
  ["border-radius", "Rounding of corners"],
  ["font-family", "Font"],
  ["font-size", "Text size"],
  ["font-weight", "Text weight"],
  ["font-style", "Text style"],
  ["text-transform", "Letter case"],
  ["text-align", "Text alignment"],
  ["letter-spacing", "Letter spacing"],
  ["line-height", "Line height"],
  ["width", "Width"],
  ["height", "Height"],
  ["padding", "Padding"],
  ["margin", "Margin"],
  ["gap", "Spacing"],
  ["transform", "Rotation or scale"],
  ["flex-direction", "Layout"],
  ["grid-template-columns", "Columns"],
  ["column-count", "Columns"],
  ["direction", "Reading direction"],
  ["overflow", "Overflow"],
  ["display", "Layout"],
  ["flex-wrap", "Layout"],
  ["justify-content", "Alignment"],
  ["align-items", "Alignment"],
  ["position", "Position"],
];
const ORDER = new Map(WORDS.map(([property], at) => [property, at]));
const WORD = new Map(WORDS);

/** Example: "padding" for "padding-left". */
const familyOf = (property: string): string =>
  ORDER.has(property)
    ? property
    : (/^(padding|margin|overflow|text-decoration|gap|border-(?:width|color|style|radius))\b/.exec(property)?.[1] ??
      property);

export const styleWord = (property: string): string => WORD.get(familyOf(property)) ?? property;

/** Sorts by visibility: images, colours and borders before spacing; properties that only have a CSS name last. */
export const seenFirst = (styles: readonly StyleChange[]): StyleChange[] =>
  styles.filter(({ before, after }) => before !== after || before === "").toSorted((a, b) => rankOf(a) - rankOf(b));

const rankOf = ({ property }: StyleChange): number => ORDER.get(familyOf(property)) ?? WORDS.length;

const isNone = (value: string): boolean => /^(?:none|normal|auto|)$/.test(value) || /^(?:0(?:px)?\s*)+$/.test(value);

/** Styles that are added or removed as a whole: a border, a shadow, an underline. */
const WHOLE: Readonly<Record<string, string>> = {
  "border-width": "border",
  "border-style": "border",
  "box-shadow": "shadow",
  "border-radius": "rounded corners",
};

/**
 * Example: "Background of the banner changed from #fff to #eee", for the most noticeable property. `of` is the element as written inside a
 * sentence, `subject` at its start, `many` whether it is several elements.
 */
export function styleSentence(
  styles: readonly StyleChange[],
  element: { subject: string; of: string; many: boolean },
): string | null {
  const [first] = seenFirst(styles);
  if (!first) return null;
  const family = familyOf(first.property);
  const [before, after] = [styleValue(family, first.before), styleValue(family, first.after)];
  const { subject, of, many } = element;
  // Several elements, each with a different value.
  if (first.before === "" && first.after === "") return `${styleWord(first.property)} of ${of} changed`;
  if (family === "background-image") {
    if (isNone(after)) return `Background image of ${of} is gone`;
    return isNone(before) ? `Background image added to ${of}` : `Background image of ${of} changed`;
  }
  if (family === "overflow" && before === "visible") return `${subject} ${many ? "cut" : "cuts"} off what does not fit`;
  if (family === "overflow" && after === "visible")
    return `${subject} no longer ${many ? "cut" : "cuts"} off what does not fit`;
  const shift = family === "transform" ? shiftOf(first.before, first.after) : null;
  if (shift) return `${capital(of)} moved ${shift}`;
  const line = family === "text-decoration" ? wholeLine(before, after) : WHOLE[family];
  if (line && isNone(before) !== isNone(after))
    return isNone(after)
      ? `${subject} lost ${many ? "their" : "its"} ${line}`
      : `${subject} got ${line.endsWith("s") ? "" : /^[aeiou]/.test(line) ? "an " : "a "}${line}`;
  const word = styleWord(first.property);
  const named = word === first.property ? `Style of ${of} changed` : `${word} of ${of} changed`;
  // A shadow's numbers, and values that round to the same, mean nothing to people.
  if (word === first.property || NUMBERS.has(family) || before === after || `${before}${after}`.length > MAX_VALUE)
    return named;
  return before === "" || after === "" ? named : `${named} from ${before} to ${after}`;
}

/** Example: "1 px down" for a transform that only moves the element; null if it rotates, skews or scales. */
function shiftOf(before: string, after: string): string | null {
  const [from, to] = [matrixOf(before), matrixOf(after)];
  if (!from || !to || from.slice(0, 4).some((value, at) => value !== to[at])) return null;
  const [right, down] = [to[4]! - from[4]!, to[5]! - from[5]!];
  const by = (value: number, more: string, less: string) =>
    Math.abs(value) < 0.05 ? [] : [`${Number(Math.abs(value).toFixed(1))} px ${value > 0 ? more : less}`];
  const parts = [...by(right, "to the right", "to the left"), ...by(down, "down", "up")];
  return parts.length > 0 ? parts.join(" and ") : null;
}

/** Returns the six numbers of a computed two-dimensional transform. */
function matrixOf(value: string): number[] | null {
  if (value === "none") return [1, 0, 0, 1, 0, 0];
  const numbers = /^matrix\(([^)]*)\)$/.exec(value)?.[1]?.split(",").map(Number);
  return numbers?.length === 6 && numbers.every(Number.isFinite) ? numbers : null;
}

const MAX_VALUE = 60;
/** Properties whose values mean nothing to people. */
const NUMBERS = new Set([
  "box-shadow",
  "transform",
  "grid-template-columns",
  "display",
  "flex-direction",
  "flex-wrap",
  "justify-content",
  "align-items",
  "position",
]);

/** Properties that only arrange an element's content, or the element among others. */
const ARRANGING = new Set([
  "display",
  "position",
  "overflow",
  "flex-direction",
  "flex-wrap",
  "justify-content",
  "align-items",
  "margin",
]);

export const isArrangement = (styles: readonly StyleChange[]): boolean =>
  styles.length > 0 && styles.every(({ property }) => ARRANGING.has(familyOf(property)));

/** Returns, for example, "underline" if a line was added or removed; a text may have lost one of several. */
function wholeLine(before: string, after: string): string | undefined {
  const line = isNone(after) ? before : after;
  return /^[a-z-]+$/.test(line) ? line : undefined;
}

/** Example: "background-color: #fff → #eee", with CSS names. */
export const styleLines = (styles: readonly StyleChange[]): string[] =>
  seenFirst(styles).map(({ property, before, after }) => {
    if (before === "" && after === "") return `${property}: different values`;
    const [from, to] = [styleValue(property, before), styleValue(property, after)];
    return from === to ? `${property}: ${before} → ${after}` : `${property}: ${from || "not set"} → ${to || "not set"}`;
  });
