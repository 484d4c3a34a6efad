// Paging of lists: `limit`, and an opaque cursor with the position of the next page.
import { fieldError } from "../../domain/errors.ts";

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 500;

export type Paging = { limit?: number; cursor?: string };

export const encodeCursor = (position: string | number) => Buffer.from(String(position)).toString("base64url");

/** Returns the position in a cursor as `parse` reads it, or null without a cursor. Throws validation_error if `parse` returns undefined. */
export function decodeCursor<T>(cursor: string | undefined, parse: (text: string) => T | undefined): T | null {
  if (cursor === undefined) return null;
  const position = parse(Buffer.from(cursor, "base64url").toString("utf8"));
  if (position !== undefined) return position;
  throw fieldError("cursor", "cursor must be the nextCursor of an earlier answer.");
}

/** Returns the offset in a cursor; null without a cursor. `digits` is the maximum number of digits that the service issues. */
export function decodeOffset(cursor: string | undefined, digits = 6): number | null {
  return decodeCursor(cursor, (text) => (text.length <= digits && /^\d+$/.test(text) ? Number(text) : undefined));
}

/** Returns a page, by offset, of a list that is completely in memory. */
export function pageOf<T>(all: readonly T[], { limit = DEFAULT_LIMIT, cursor }: Paging, digits?: number) {
  const from = decodeOffset(cursor, digits) ?? 0;
  return { from, ...page(all.slice(from, from + limit + 1), limit, () => from + limit) };
}

/** Cuts a page of `limit` entries off a list that was read with one extra entry. */
export function page<T>(found: T[], limit: number, position: (last: T) => string | number) {
  const entries = found.slice(0, limit);
  const last = entries.at(-1);
  return { entries, nextCursor: found.length > limit && last ? encodeCursor(position(last)) : null };
}
