// Writes stored databases of earlier versions and loads them into a test's database.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import mongoose, { type Connection } from "mongoose";

const { EJSON } = mongoose.mongo.BSON;
const FOLDER = new URL("../data/", import.meta.url);
/** Maximum number of documents per collection: a few are enough and keep the file small. */
const MAX_DOCUMENTS = 40;
const NAME = /^data-(\d+)\.json\.gz$/;

/** The documents as extended JSON, and the definition of each index; the index on `_id` always exists. */
type StoredIndex = { key: Record<string, 1 | -1>; name: string; unique: boolean };
type Dump = { program: string; collections: Record<string, { indexes: StoredIndex[]; documents: object[] }> };

/** Returns the data versions for which a dump is stored. */
export async function dumpedVersions(): Promise<number[]> {
  const found = (await readdir(FOLDER)).flatMap((name) => NAME.exec(name)?.[1] ?? []);
  return found.map(Number).sort((a, b) => a - b);
}

const fileOf = (dataVersion: number): URL => new URL(`data-${dataVersion}.json.gz`, FOLDER);

/** Writes the whole database unchanged. Returns the size of the file in bytes. */
export async function writeDump(connection: Connection, dataVersion: number, program: string): Promise<number> {
  const collections: Dump["collections"] = {};
  const names = ((await connection.db?.listCollections().toArray()) ?? []).map(({ name }) => name).sort();
  for (const name of names) {
    const collection = connection.collection(name);
    const indexes = (await collection.indexes())
      .filter(({ name: called }) => called !== "_id_")
      .map(({ key, name: called = "", unique }) => ({ key, name: called, unique: unique === true }) as StoredIndex);
    collections[name] = { indexes, documents: await collection.find().sort({ _id: 1 }).limit(MAX_DOCUMENTS).toArray() };
  }
  const text = EJSON.stringify({ program, collections } satisfies Dump, { relaxed: false });
  const packed = gzipSync(text, { level: 9 });
  await writeFile(fileOf(dataVersion), packed);
  return packed.length;
}

/** Loads the dump into an empty database, indexes first, as they were. Returns the program that wrote it. */
export async function loadDump(connection: Connection, dataVersion: number): Promise<Dump> {
  const text = gunzipSync(await readFile(fileOf(dataVersion))).toString();
  const dump = EJSON.parse(text, { relaxed: false }) as Dump;
  for (const [name, { indexes, documents }] of Object.entries(dump.collections)) {
    const collection = connection.collection(name);
    for (const { key, name: called, unique } of indexes) await collection.createIndex(key, { name: called, unique });
    if (documents.length > 0) await collection.insertMany(documents);
  }
  return dump;
}
