// Selects, of several elements, those in the row, list entry or card that shows a text, whatever its markup.
import type { Locator } from "playwright";
import { escapeRegExp } from "../../../domain/text.ts";
import { type InRow, readInRow } from "./inPage/inRow.ts";

/** Elements that pages use as rows. */
export const ROWS = "css=li, tr, article, [role=row], [role=listitem], [role=article], [role=option]";

/** Matches the text as whole words: "Item 1" is not in "Item 10". */
export const wordsIn = (text: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${plain(text)}(?![\\p{L}\\p{N}])`, "iu");

/** Matches the text as part of any word. */
export const partIn = (text: string): RegExp => new RegExp(plain(text), "iu");

/** Quotes and `>` are escaped by code, because Playwright would parse them as part of the selector. */
const plain = (text: string): string =>
  escapeRegExp(text.trim())
    .replace(/["'`>]/g, (one) => `\\x${one.charCodeAt(0).toString(16)}`)
    .replace(/\s+/g, "\\s+");

/** Returns those of `all` whose row shows the text: as the whole text of a part of the row, else as whole words, else as part of a word. */
export const inRowOf = (all: Locator, text: string): Promise<InRow[]> =>
  all.evaluateAll(readInRow, {
    text: text.replace(/\s+/g, " ").trim().toLowerCase(),
    words: wordsIn(text).source,
    part: partIn(text).source,
    entries: ROWS.slice("css=".length),
  });
