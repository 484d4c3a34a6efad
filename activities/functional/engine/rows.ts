// Which of several elements is in the row, list entry or card that shows a text, whatever that is made of.
import type { Locator } from "playwright";
import { type InRow, readInRow } from "./inPage/inRow.ts";

/** What pages make rows of. */
export const ROWS = "css=li, tr, article, [role=row], [role=listitem], [role=article], [role=option]";

/** Those of `all` whose row shows the text. */
export const inRowOf = (all: Locator, text: string): Promise<InRow[]> =>
  all.evaluateAll(readInRow, {
    text: text.replace(/\s+/g, " ").trim().toLowerCase(),
    entries: ROWS.slice("css=".length),
  });
