// How the addresses of a crawl are taken up, decided and forgotten. All of it may be repeated.

import { isDuplicateKey, type Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import type { CrawlAddress } from "./schema.ts";

/** Changes of one write. */
const CHUNK = 500;

/** Takes addresses up that are not known yet; known ones stay as they are. Answers those that were not there before. */
export async function insertNewAddresses(models: Models, addresses: CrawlAddress[]): Promise<CrawlAddress[]> {
  try {
    await models.crawlAddresses.collection.insertMany(addresses as never, { ordered: false });
    return addresses;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const { writeErrors } = error as { writeErrors?: { index: number } | { index: number }[] };
    const refused = new Set([writeErrors ?? []].flat().map(({ index }) => index));
    return addresses.filter((_, index) => !refused.has(index));
  }
}

export type AddressChange = { _id: string; patch: Partial<Omit<CrawlAddress, "_id">> };

/** Writes what became of addresses that wait; what became of the others stands. */
export async function decideWaiting(models: Models, changes: readonly AddressChange[]): Promise<void> {
  await models.crawlAddresses.bulkWrite(
    changes.map(({ _id, patch }) => ({
      updateOne: { filter: { _id, state: "waiting" }, update: { $set: patch } },
    })),
    { ordered: false },
  );
}

/** Changes addresses, whatever became of them; `inOrder`: none before those that are named before it. */
export async function changeAddresses(
  models: Models,
  changes: readonly AddressChange[],
  { inOrder }: { inOrder: boolean },
): Promise<void> {
  for (const some of chunksOf(changes, CHUNK))
    await models.crawlAddresses.bulkWrite(
      some.map(({ _id, patch }) => ({ updateOne: { filter: { _id }, update: { $set: patch } } })),
      { ordered: inOrder },
    );
}

/** Puts many pages into one template group. */
export async function putIntoGroup(models: Models, ids: readonly string[], group: string): Promise<void> {
  for (const some of chunksOf(ids, CHUNK))
    await models.crawlAddresses.updateMany({ _id: { $in: some } }, { $set: { group } });
}

/** Deletes the addresses of a crawl. */
export async function deleteAddresses(models: Models, jobId: string): Promise<void> {
  await models.crawlAddresses.deleteMany({ jobId });
}
