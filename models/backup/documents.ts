// Exports all documents of the database as lines of EJSON, and imports them.
import mongoose from "mongoose";
import { isTurnDue, nextTurn } from "../../platform/inTurns.ts";
import { isDuplicateKey, type Models } from "../index.ts";
import { deleteWhere } from "../retention/deleteOwned.ts";

const { EJSON } = mongoose.mongo.BSON;

type Name = keyof Models;

/** Collections about running processes, calls of the last minute, and the restored database itself: meaningless on another installation. */
const LEFT_OUT: ReadonlySet<Name> = new Set([
  "workers",
  "presences",
  "rateWindows",
  "admissions",
  "restores",
  "dataLeases",
  "siteLines",
]);

/**
 * Collections that are read before the parts they consist of, so that a backup can only show a run as running, never as finished with
 * unfinished parts.
 */
const FIRST: readonly Name[] = ["runs", "jobs"];

/** Approximate number of characters in one part of a collection. */
const PART = 2_000_000;
const BATCH = 200;

/** Lines of one collection. `collection` is its name in the database. */
export type DocumentPart = { collection: string; count: number; lines: Buffer };

/** Returns the collections that a backup holds, in the order in which they are read. */
function backedUp(models: Models): Models[Name][] {
  const names = Object.keys(models) as Name[];
  const rest = names.filter((name) => !FIRST.includes(name) && !LEFT_OUT.has(name));
  return [...FIRST, ...rest].map((name) => models[name]);
}

/** Yields every document, part by part; an empty collection has no parts. `seen` is called with each document as it is stored. */
export async function* documentParts(
  models: Models,
  seen: (collection: string, document: Record<string, unknown>) => void,
): AsyncGenerator<DocumentPart> {
  for (const { collection } of backedUp(models)) {
    let lines: string[] = [];
    let size = 0;
    const part = (): DocumentPart => {
      const made = { collection: collection.collectionName, count: lines.length, lines: Buffer.from(lines.join("")) };
      [lines, size] = [[], 0];
      return made;
    };
    const cursor = collection.find({}, { batchSize: BATCH });
    try {
      for await (const document of cursor) {
        seen(collection.collectionName, document);
        const line = `${EJSON.stringify(document, { relaxed: true })}\n`;
        lines.push(line);
        size += line.length;
        if (size >= PART) yield part();
        if (isTurnDue()) await nextTurn();
      }
    } finally {
      await cursor.close();
    }
    if (lines.length > 0) yield part();
  }
}

/**
 * Inserts the lines of a part. Returns how many documents were skipped because a document with the same key exists: the collection changed
 * while it was read.
 */
export async function insertLines(models: Models, collection: string, lines: Buffer): Promise<number> {
  const model = modelOf(models, collection);
  const documents = lines
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => EJSON.parse(line, { relaxed: true }) as { _id: never });
  let inserted = 0;
  for (let at = 0; at < documents.length; at += BATCH) {
    const batch = documents.slice(at, at + BATCH);
    try {
      inserted += (await model.collection.insertMany(batch, { ordered: false })).insertedCount;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      inserted += (error as { result?: { insertedCount?: number } }).result?.insertedCount ?? 0;
    }
  }
  return documents.length - inserted;
}

/** Returns whether this version knows the collection. */
export const isKnownCollection = (models: Models, collection: string): boolean =>
  Object.values(models).some((model) => model.collection.collectionName === collection);

function modelOf(models: Models, collection: string): Models[Name] {
  const found = Object.values(models).find((model) => model.collection.collectionName === collection);
  if (!found) throw new Error(`There is no collection ${collection}.`);
  return found;
}

/** Returns the name of the first collection that holds a document, or null if the database is empty. */
export async function firstNotEmpty(models: Models): Promise<string | null> {
  for (const { collection } of Object.values(models))
    if ((await collection.findOne({}, { projection: { _id: 1 } })) !== null) return collection.collectionName;
  return null;
}

/**
 * Removes what an interrupted restore has written, except for the record of that restore. `hold`: throws if another process has taken over,
 * whose documents must stay.
 */
export async function emptyCollections(models: Models, hold: () => void): Promise<void> {
  for (const name of Object.keys(models) as Name[]) {
    hold();
    if (name !== "restores") await deleteWhere(models, name, {});
  }
}
