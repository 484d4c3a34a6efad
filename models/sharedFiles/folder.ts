// The copies of shared files in the data folder of one machine.
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { backedUpFiles, readFolderFile, writeFolderFile } from "../../platform/backup/folderFiles.ts";
import type { SharedFileName } from "./schema.ts";

/** `file`: its path below the data folder. */
export type FolderFile = { file: string; bytes: Buffer };

/** What of the data folder is which file; the newest counts. */
const NAMES: Record<SharedFileName, RegExp> = {
  "allowed-hosts": /^allowed-hosts\.json$/,
  advisories: /^advisories\/advisories-\d{4}-\d{2}-\d{2}\.json$/,
};
/** Has an empty file for each name under which this folder has given the installation what only it had. */
const JOINED = "shared-files";

/** Whether `file` is a place that this shared file may have: a path of the database is not trusted with any other. */
export const isPlaceOf = (name: SharedFileName, file: string): boolean => NAMES[name].test(file);

const localFiles = async (dataDir: string, name: SharedFileName): Promise<string[]> =>
  (await backedUpFiles(dataDir)).filter((file) => isPlaceOf(name, file)).sort();

/** null: this machine has none. */
export async function readLocal(dataDir: string, name: SharedFileName): Promise<FolderFile | null> {
  const file = (await localFiles(dataDir, name)).at(-1);
  return file === undefined ? null : { file, bytes: await readFolderFile(dataDir, file) };
}

/** The only file of this name in the folder, from now on. */
export async function writeLocal(dataDir: string, name: SharedFileName, { file, bytes }: FolderFile): Promise<void> {
  await writeFolderFile(dataDir, file, bytes);
  await removeOthers(dataDir, name, file);
}

export async function removeOthers(dataDir: string, name: SharedFileName, file: string): Promise<void> {
  for (const other of await localFiles(dataDir, name))
    if (other !== file) await rm(path.join(dataDir, other), { force: true });
}

/** Whether what the folder has of this name is a copy, and not from before there were shared files. */
export const hasJoined = (dataDir: string, name: SharedFileName): boolean =>
  existsSync(path.join(dataDir, JOINED, name));

export const noteJoined = (dataDir: string, name: SharedFileName): Promise<void> =>
  writeFolderFile(dataDir, path.join(JOINED, name), new Uint8Array());
