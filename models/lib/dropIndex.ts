// Removes an index of an earlier version.

/** The part of a collection that is needed here. */
type Indexed = { indexes(): Promise<{ name?: string | undefined }[]>; dropIndex(name: string): Promise<unknown> };

/** Drops the index of this name if it exists. Safe to repeat and to race. */
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
