// Shared files as stored in the database.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { isWritten, type Models } from "../index.ts";
import { type FolderFile, isPlaceOf } from "./folder.ts";
import type { SharedFile, SharedFileName } from "./schema.ts";

const pack = promisify(gzip);
const unpack = promisify(gunzip);

export type StoredFile = FolderFile & { version: string };

/** Returns the version of a file, a hash of its bytes. */
export const versionOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Returns the versions of all files, without their bytes. */
export async function storedVersions(models: Models): Promise<Map<SharedFileName, string>> {
  const stored = await models.sharedFiles.find({}, { version: 1 }).lean<Pick<SharedFile, "_id" | "version">[]>();
  return new Map(stored.map(({ _id, version }) => [_id, version]));
}

/** Returns null if there is none. Throws if its path is not a valid path of this file. */
export async function findStored(models: Models, name: SharedFileName): Promise<StoredFile | null> {
  const found = await models.sharedFiles.findById(name).lean<SharedFile>();
  if (!found) return null;
  const { file, version, packed } = found;
  if (!isPlaceOf(name, file)) throw new Error(`The database has an invalid path for the ${name}: ${file}.`);
  return { file, version, bytes: await unpack(Buffer.from(packed, "base64")) };
}

/** Replaces version `before` of the file (null: none). Returns false if another writer was faster. */
export async function replaceStored(
  models: Models,
  name: SharedFileName,
  before: string | null,
  { file, bytes }: FolderFile,
): Promise<boolean> {
  const packed = (await pack(bytes)).toString("base64");
  const next = { file, version: versionOf(bytes), packed, changedAt: new Date() };
  if (before !== null)
    return (await models.sharedFiles.updateOne({ _id: name, version: before }, { $set: next })).matchedCount === 1;
  return isWritten(models.sharedFiles.create({ _id: name, ...next }));
}
