// The copies of shared files in the data folder of one machine.
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { backedUpFiles, readFolderFile, writeFolderFile } from "../../platform/backup/folderFiles.ts";
import type { SharedFileName } from "./schema.ts";

/** `file`: its path in the data folder. */
export type FolderFile = { file: string; bytes: Buffer };

/** Path patterns of each file in the data folder; the newest match counts. */
const NAMES: Record<SharedFileName, RegExp> = {
  "allowed-hosts": /^allowed-hosts\.json$/,
  advisories: /^advisories\/advisories-\d{4}-\d{2}-\d{2}\.json$/,
};
/** Folder with an empty file for each name whose local content has already been merged into the installation. */
const JOINED = "shared-files";

/** Returns whether `file` is a valid path of this shared file: no other path from the database is trusted. */
export const isPlaceOf = (name: SharedFileName, file: string): boolean => NAMES[name].test(file);

const localFiles = async (dataDir: string, name: SharedFileName): Promise<string[]> =>
  (await backedUpFiles(dataDir)).filter((file) => isPlaceOf(name, file)).sort();

/** Returns null if this machine has none. */
export async function readLocal(dataDir: string, name: SharedFileName): Promise<FolderFile | null> {
  const file = (await localFiles(dataDir, name)).at(-1);
  return file === undefined ? null : { file, bytes: await readFolderFile(dataDir, file) };
}

/** Writes the file and removes all others of this name from the folder. */
export async function writeLocal(dataDir: string, name: SharedFileName, { file, bytes }: FolderFile): Promise<void> {
  await writeFolderFile(dataDir, file, bytes);
  await removeOthers(dataDir, name, file);
}

export async function removeOthers(dataDir: string, name: SharedFileName, file: string): Promise<void> {
  for (const other of await localFiles(dataDir, name))
    if (other !== file) await rm(path.join(dataDir, other), { force: true });
}

/** Returns whether the folder's file of this name is a copy, not one from before shared files existed. */
export const hasJoined = (dataDir: string, name: SharedFileName): boolean =>
  existsSync(path.join(dataDir, JOINED, name));

export const noteJoined = (dataDir: string, name: SharedFileName): Promise<void> =>
  writeFolderFile(dataDir, path.join(JOINED, name), new Uint8Array());
