// Limits lists of third-party addresses to the size that a response may have.

/** Returns the first entries that fit into this many characters of JSON; at least one. */
export function fitting<T>(entries: readonly T[], characters: number): T[] {
  let used = 0;
  const end = entries.findIndex((entry) => {
    used += JSON.stringify(entry).length;
    return used > characters;
  });
  return end < 0 ? [...entries] : entries.slice(0, Math.max(1, end));
}
