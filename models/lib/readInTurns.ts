// Reads many or large documents and yields to the event loop while they are decoded, which takes longer than finding them.
import type { Model } from "mongoose";
import { isTurnDue, nextTurn } from "../../platform/inTurns.ts";

/** Number of documents per database batch. */
const BATCH = 500;

export type Reading = {
  /** Fields to read, or (with 0) to leave out; all by default. */
  fields?: Readonly<Record<string, 0 | 1>>;
  sort?: Readonly<Record<string, 1 | -1>>;
  limit?: number;
};

/** Calls `work` with each matching document, as a plain object, until it returns false. */
export async function eachInTurns<T>(
  model: Pick<Model<T>, "collection">,
  filter: object,
  { fields, sort, limit }: Reading,
  // biome-ignore lint/suspicious/noConfusingVoidType: work that reads all of them answers nothing.
  work: (document: T) => boolean | void,
): Promise<void> {
  const cursor = model.collection.find(filter, {
    batchSize: BATCH,
    ...(fields && { projection: fields }),
    ...(sort && { sort: { ...sort } }),
    ...(limit !== undefined && { limit }),
  });
  try {
    // `hasNext` fetches a batch without decoding it.
    while (await cursor.hasNext()) {
      const [document] = cursor.readBufferedDocuments(1);
      if (work(document as T) === false) return;
      if (isTurnDue()) await nextTurn();
    }
  } finally {
    await cursor.close();
  }
}

/** Returns all matching documents as plain objects. */
export async function readInTurns<T, D = T>(
  model: Pick<Model<T>, "collection">,
  filter: object,
  reading: Reading,
): Promise<D[]> {
  const found: D[] = [];
  await eachInTurns(model, filter, reading, (document) => void found.push(document as unknown as D));
  return found;
}

/** Maximum number of characters in one page of a list, as JSON, because it is written in one call. */
const MAX_CHARACTERS = 2_000_000;

/** Returns a page of at most `limit` documents, fewer if they are large, but at least one. `more`: whether others follow. */
export async function pageInTurns<T>(
  model: Pick<Model<T>, "collection">,
  filter: object,
  { limit, ...reading }: Reading & { limit: number },
): Promise<{ entries: T[]; more: boolean }> {
  const entries: T[] = [];
  let characters = 0;
  let more = false;
  await eachInTurns<T>(model, filter, { ...reading, limit: limit + 1 }, (document) => {
    characters += JSON.stringify(document).length;
    more = entries.length === limit || (entries.length > 0 && characters > MAX_CHARACTERS);
    if (!more) entries.push(document);
    return !more;
  });
  return { entries, more };
}
