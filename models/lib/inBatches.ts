export const BATCH = 200;

/**
 * Yields every document that `read` finds, batch by batch. `read` returns at most BATCH documents in the order of their ids, restricted by
 * `after`. No cursor stays open, so the loop may be slow and may write.
 */
export async function* inBatches<T extends { _id: string }>(
  read: (after: { _id?: { $gt: string } }) => Promise<T[]>,
): AsyncGenerator<T> {
  let last: string | undefined;
  for (;;) {
    const found: T[] = await read(last === undefined ? {} : { _id: { $gt: last } });
    yield* found;
    last = found.at(-1)?._id;
    if (found.length < BATCH) return;
  }
}
