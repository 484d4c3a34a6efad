export const BATCH = 200;

/**
 * Every document that `read` finds, a batch at a time: however many there are, the last is come to. `read` answers at most
 * BATCH documents in the order of their ids, only those that fit `after` too. No cursor is kept open, so that the loop may
 * take its time and write.
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
