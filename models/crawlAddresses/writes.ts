// Records, decides and deletes the addresses of a crawl. Every write may be repeated.

import { isDuplicateKey, type Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import type { CrawlAddress } from "./schema.ts";

/** Number of changes per write. */
const CHUNK = 500;

/** Records addresses that are not known yet, without changing known ones. Returns those that are new. */
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

/** Writes the outcome of waiting addresses; addresses that are already decided stay unchanged. */
export async function decideWaiting(models: Models, changes: readonly AddressChange[]): Promise<void> {
  await models.crawlAddresses.bulkWrite(
    changes.map(({ _id, patch }) => ({
      updateOne: { filter: { _id, state: "waiting" }, update: { $set: patch } },
    })),
    { ordered: false },
  );
}

/** Changes addresses, whatever their state. `inOrder`: apply the changes strictly in the given order. */
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

/** Puts pages into one template group. */
export async function putIntoGroup(models: Models, ids: readonly string[], group: string): Promise<void> {
  for (const some of chunksOf(ids, CHUNK))
    await models.crawlAddresses.updateMany({ _id: { $in: some } }, { $set: { group } });
}
