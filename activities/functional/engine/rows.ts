// Which of several elements is in the row, list entry or card that shows a text, whatever that is made of.
import type { Locator } from "playwright";
import { escapeRegExp } from "../../../domain/text.ts";
import { type InRow, readInRow } from "./inPage/inRow.ts";

/** What pages make rows of. */
export const ROWS = "css=li, tr, article, [role=row], [role=listitem], [role=article], [role=option]";

/** The text as words of their own: "Item 1" is not in "Item 10". */
export const wordsIn = (text: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${plain(text)}(?![\\p{L}\\p{N}])`, "iu");

/** The text in whatever it is a part of. */
export const partIn = (text: string): RegExp => new RegExp(plain(text), "iu");

/** Quotes and `>` are written by their codes: Playwright reads them as a selector's own. */
const plain = (text: string): string =>
  escapeRegExp(text.trim())
    .replace(/["'`>]/g, (one) => `\\x${one.charCodeAt(0).toString(16)}`)
    .replace(/\s+/g, "\\s+");

/** Those of `all` whose row shows the text: as all that a part of the row says, else as whole words, else as a part of a word. */
export const inRowOf = (all: Locator, text: string): Promise<InRow[]> =>
  all.evaluateAll(readInRow, {
    text: text.replace(/\s+/g, " ").trim().toLowerCase(),
    words: wordsIn(text).source,
    part: partIn(text).source,
    entries: ROWS.slice("css=".length),
  });
