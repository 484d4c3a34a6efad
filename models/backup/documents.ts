// All documents of the database as lines of EJSON, out of it and into it.
import mongoose from "mongoose";
import { isTurnDue, nextTurn } from "../../platform/inTurns.ts";
import { areDuplicateKeys, type Models } from "../index.ts";

const { EJSON } = mongoose.mongo.BSON;

type Name = keyof Models;

/** Of the processes that run, of calls in the last minute, and of the restored database itself: they mean nothing elsewhere. */
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
 * What ends before what it consists of: a run that is read first can only be shown as running by a backup, never as ended
 * with parts that are not.
 */
const FIRST: readonly Name[] = ["runs", "jobs"];

/** Characters that one part of a collection holds, more or less. */
const PART = 2_000_000;
const BATCH = 200;

/** Lines of one collection. `collection` is its name in the database. */
export type DocumentPart = { collection: string; count: number; lines: Buffer };

/** The collections that a backup holds, in the order in which they are read. */
function backedUp(models: Models): Models[Name][] {
  const names = Object.keys(models) as Name[];
  const rest = names.filter((name) => !FIRST.includes(name) && !LEFT_OUT.has(name));
  return [...FIRST, ...rest].map((name) => models[name]);
}

/** Every document, part by part; a collection without any has none. `seen` is called with each as it is stored. */
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
 * Inserts the lines of a part. Answers how many of its documents were left out because another one has their place: the
 * collection changed while it was read.
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
      if (!areDuplicateKeys(error)) throw error;
      inserted += (error as { result?: { insertedCount?: number } }).result?.insertedCount ?? 0;
    }
  }
  return documents.length - inserted;
}

/** Whether this program knows the collection. */
export const isKnownCollection = (models: Models, collection: string): boolean =>
  Object.values(models).some((model) => model.collection.collectionName === collection);

function modelOf(models: Models, collection: string): Models[Name] {
  const found = Object.values(models).find((model) => model.collection.collectionName === collection);
  if (!found) throw new Error(`There is no collection ${collection}.`);
  return found;
}

/** The first collection that holds a document, by its name; null: the database is empty. */
export async function firstNotEmpty(models: Models): Promise<string | null> {
  for (const { collection } of Object.values(models))
    if ((await collection.findOne({}, { projection: { _id: 1 } })) !== null) return collection.collectionName;
  return null;
}

/** Removes what an interrupted restore has written; the mark of that restore stays. */
export async function emptyCollections(models: Models): Promise<void> {
  for (const [name, { collection }] of Object.entries(models)) if (name !== "restores") await collection.deleteMany({});
}
