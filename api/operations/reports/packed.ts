// Keeps a page of results small: limited by number of entries and by number of characters.
import { DEFAULT_LIMIT, decodeOffset, encodeCursor, type Paging } from "../../lib/paging.ts";

/** About 20,000 tokens for encoded text, at two tokens per three characters; a third of that for sentences. */
const MAX_CHARACTERS = 30_000;

/** Returns where a page begins, according to the cursor, and its maximum number of entries. */
export function slot({ limit = DEFAULT_LIMIT, cursor }: Paging): { from: number; limit: number } {
  return { from: decodeOffset(cursor, 9) ?? 0, limit };
}

/** Returns as many of the entries, which begin at `from` of `total`, as fit; at least one, so that paging always advances. */
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
