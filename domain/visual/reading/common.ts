// Determines what equal changes have in common, because the words of one element or page do not describe another.
import type { Change, StyleChange, Surroundings } from "./change.ts";

type Words = { before: string; after: string };

/** Returns the removed and the added words of a text, in order. */
export function changedWords({ before, after }: Words): Words {
  const [from, to] = [before.split(" "), after.split(" ")];
  const gone = from.filter((word) => !to.includes(word));
  const come = to.filter((word) => !from.includes(word));
  return { before: gone.join(" "), after: come.join(" ") };
}

/** Returns how far a moved block or resized element moved and grew; [] for other kinds. */
export function shiftOf({ kind, box, boxBefore }: Pick<Change, "kind" | "box" | "boxBefore">): number[] {
  if ((kind !== "moved" && kind !== "resized") || !box || !boxBefore) return [];
  return [box.x - boxBefore.x, box.y - boxBefore.y, box.width - boxBefore.width, box.height - boxBefore.height];
}

/**
 * Returns the two years if the only change is one year to another, otherwise null. It is the same change in every date and every copyright
 * notice.
 */
export function changedYear(words: Words): Words | null {
  const [before, after] = [yearIn(words.before), yearIn(words.after)];
  return before !== "" && after !== "" && before !== after ? { before, after } : null;
}

const yearIn = (words: string): string => /^\D{0,3}((?:19|20)\d\d)\D{0,3}$/.exec(words)?.[1] ?? "";

/** Returns both texts if they are equal, otherwise the words that changed in each if those are equal, otherwise null. */
export function textInCommon(a: Change["text"], b: Change["text"]): Change["text"] {
  if (a === null || b === null || isSame(a, b)) return a === null || b === null ? null : a;
  const [one, other] = [changedWords(a), changedWords(b)];
  if (isSame(one, other)) return one.before === "" && one.after === "" ? null : one;
  const [year, otherYear] = [changedYear(one), changedYear(other)];
  return year && otherYear && isSame(year, otherYear) ? year : null;
}

const isSame = (a: Words, b: Words): boolean => a.before === b.before && a.after === b.after;

export const placeInCommon = (a: Surroundings, b: Surroundings): Surroundings => ({
  landmark: a.landmark === b.landmark ? a.landmark : "",
  heading: a.heading === b.heading ? a.heading : "",
});

/** Omits the values of a style if the elements got different values. */
const stylesInCommon = (a: readonly StyleChange[], b: readonly StyleChange[]): StyleChange[] =>
  a.map((style, at) => (b[at]?.after === style.after ? style : { ...style, before: "", after: "" }));

/** Merges equal changes of two elements of a page into one. */
export const bothChanges = (a: Change, b: Change): Change => ({
  ...wordsInCommon(a, b),
  styles: stylesInCommon(a.styles, b.styles),
});

/** Keeps only the words that both have in common: a name that only one of them has does not describe both. */
export function wordsInCommon<T extends Pick<Change, "name" | "role" | "tag" | "at" | "text">>(a: T, b: T): T {
  return {
    ...a,
    name: a.name === b.name ? a.name : "",
    role: a.role === b.role ? a.role : "",
    tag: a.tag === b.tag ? a.tag : "",
    at: placeInCommon(a.at, b.at),
    text: textInCommon(a.text, b.text),
  };
}
