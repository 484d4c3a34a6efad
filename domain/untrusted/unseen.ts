// Characters that nobody sees, in which text can be hidden from readers and shown to programs.
import { oneLine } from "../text.ts";

/**
 * Control characters and line separators, marks of writing direction, zero-width characters, the soft hyphen, blank letters of Hangul,
 * tags, variation selectors of the supplement and private use.
 */
const UNSEEN =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}\p{Co}]+/gu;

/** Only say where a word may break, or may not. */
const INSIDE_WORDS = /[\u00ad\u2060]+/g;
/** Between letters they belong to the spelling, as in Persian and Hindi. */
const JOINER = /^[\u200c\u200d]$/;
const LETTER_BEFORE = /[\p{L}\p{M}]$/u;
const LETTER_AFTER = /^\p{L}/u;

/** On one line, without what nobody sees, and well-formed. */
export const seenText = (text: string): string =>
  oneLine(
    text
      .toWellFormed()
      .replace(INSIDE_WORDS, "")
      .replace(UNSEEN, (unseen, at: number, whole: string) =>
        JOINER.test(unseen) &&
        LETTER_BEFORE.test(whole.slice(Math.max(0, at - 2), at)) &&
        LETTER_AFTER.test(whole.slice(at + 1, at + 3))
          ? unseen
          : " ",
      ),
  );

/** The same with a space for each of them, in which an order may be read that was kept together by them. */
export const spacedText = (text: string): string => oneLine(text.toWellFormed().replace(UNSEEN, " "));

/** The same without spaces in place of what is left out: letters that were kept apart by it stand together. */
export const joinedText = (text: string): string =>
  oneLine(text.toWellFormed().replace(/\s+/g, " ").replace(UNSEEN, ""));

/** What is written in tag characters (U+E0020 to U+E007E), which are ASCII that is not shown. */
export const tagText = (text: string): string =>
  [...text.matchAll(/[\u{e0020}-\u{e007e}]+/gu)]
    .map(([tags]) => [...tags].map((one) => String.fromCodePoint((one.codePointAt(0) ?? 0) - 0xe0000)).join(""))
    .join(" ");
