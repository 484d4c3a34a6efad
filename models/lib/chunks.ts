/** Yields the items in order, at most `size` at a time: for writes that the database accepts in one call. */
export function* chunksOf<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
