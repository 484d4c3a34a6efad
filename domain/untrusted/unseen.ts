// Invisible characters, in which text can be hidden from readers while programs see it.
import { oneLine } from "../text.ts";

/**
 * Control characters and line separators, writing direction marks, zero-width characters, the soft hyphen, blank Hangul letters, tag
 * characters, supplementary variation selectors and private use.
 */
const UNSEEN =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}\p{Co}]+/gu;

/** Characters that only control where a word may break. */
const INSIDE_WORDS = /[\u00ad\u2060]+/g;
/** Between letters they are part of the spelling, for example in Persian and Hindi. */
const JOINER = /^[\u200c\u200d]$/;
const LETTER_BEFORE = /[\p{L}\p{M}]$/u;
const LETTER_AFTER = /^\p{L}/u;

/** Returns the text on one line, well-formed and without invisible characters. */
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

/** Same as `seenText`, but with a space for each invisible character, so that an instruction whose words they joined can be read. */
export const spacedText = (text: string): string => oneLine(text.toWellFormed().replace(UNSEEN, " "));

/** Same as `seenText`, but without spaces in place of removed characters, so that letters that they separated are joined. */
export const joinedText = (text: string): string =>
  oneLine(text.toWellFormed().replace(/\s+/g, " ").replace(UNSEEN, ""));

/** Returns the text written in tag characters (U+E0020 to U+E007E), which are invisible ASCII. */
export const tagText = (text: string): string =>
  [...text.matchAll(/[\u{e0020}-\u{e007e}]+/gu)]
    .map(([tags]) => [...tags].map((one) => String.fromCodePoint((one.codePointAt(0) ?? 0) - 0xe0000)).join(""))
    .join(" ");
