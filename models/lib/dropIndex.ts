// An index of an earlier version goes.

/** As much of a collection as is asked. */
type Indexed = { indexes(): Promise<{ name?: string | undefined }[]>; dropIndex(name: string): Promise<unknown> };

/** Drops the index of this name where there is one; doing it twice, or together with somebody else, is harmless. */
export async function dropIndex(collection: Indexed, retired: string): Promise<void> {
  const isThere = async () => (await collection.indexes()).some(({ name }) => name === retired);
  if (!(await isThere())) return;
  try {
    await collection.dropIndex(retired);
  } catch (error) {
    // A migration that lost its lease may have been faster.
    if (await isThere()) throw error;
  }
}
