// What equal changes have in common: words of one element, or of one page, are no words for another.
import type { Change, StyleChange, Surroundings } from "./change.ts";

type Words = { before: string; after: string };

/** The words that came and went of a text, in their order. */
export function changedWords({ before, after }: Words): Words {
  const [from, to] = [before.split(" "), after.split(" ")];
  const gone = from.filter((word) => !to.includes(word));
  const come = to.filter((word) => !from.includes(word));
  return { before: gone.join(" "), after: come.join(" ") };
}

/** By how much a block that moved, or an element of another size, is elsewhere and larger; [] for other kinds. */
export function shiftOf({ kind, box, boxBefore }: Pick<Change, "kind" | "box" | "boxBefore">): number[] {
  if ((kind !== "moved" && kind !== "resized") || !box || !boxBefore) return [];
  return [box.x - boxBefore.x, box.y - boxBefore.y, box.width - boxBefore.width, box.height - boxBefore.height];
}

/** A year that became another in a text, "" for anything else: it is the same change in every date and in every notice of rights. */
export function changedYear(words: Words): Words | null {
  const [before, after] = [yearIn(words.before), yearIn(words.after)];
  return before !== "" && after !== "" && before !== after ? { before, after } : null;
}

const yearIn = (words: string): string => /^\D{0,3}((?:19|20)\d\d)\D{0,3}$/.exec(words)?.[1] ?? "";

/** Both texts where they are equal, else the words that changed in each of them where those are; null for nothing. */
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

/** Of a style that several elements got a value of their own of, no value is told. */
const stylesInCommon = (a: readonly StyleChange[], b: readonly StyleChange[]): StyleChange[] =>
  a.map((style, at) => (b[at]?.after === style.after ? style : { ...style, before: "", after: "" }));

/** Equal changes of two elements of a page as one. */
export const bothChanges = (a: Change, b: Change): Change => ({
  ...wordsInCommon(a, b),
  styles: stylesInCommon(a.styles, b.styles),
});

/** The words of both that are the same: a name that only one of them has is none for both. */
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
