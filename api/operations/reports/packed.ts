// A page of an answer that stays small: cut off at a number of entries, and at a number of characters before that.
import { DEFAULT_LIMIT, decodeOffset, encodeCursor, type Paging } from "../../lib/paging.ts";

/** At two tokens for three characters, as of encoded text, 20,000 tokens; of sentences a third of that. */
const MAX_CHARACTERS = 30_000;

/** Where a page begins, by the cursor of an earlier answer, and how long it may be. */
export function slot({ limit = DEFAULT_LIMIT, cursor }: Paging): { from: number; limit: number } {
  return { from: decodeOffset(cursor, 9) ?? 0, limit };
}

/** As many of the entries, which begin at `from` of `total`, as fit; at least one, so that paging goes on. */
export function packed<T>(entries: readonly T[], from: number, total: number) {
  let characters = 0;
  let fitting = 0;
  for (const entry of entries) {
    characters += JSON.stringify(entry).length;
    if (fitting > 0 && characters > MAX_CHARACTERS) break;
    fitting++;
  }
  const next = from + fitting;
  return { entries: entries.slice(0, fitting), nextCursor: fitting > 0 && next < total ? encodeCursor(next) : null };
}
