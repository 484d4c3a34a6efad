// The files of the data folder that a backup contains, in addition to database and artifacts.
import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";

export const KEY_FILE = "secret.key";

/** Returns the existing files, relative to the data folder. The secret key is added separately. */
export async function backedUpFiles(dataDir: string): Promise<string[]> {
  const list = (folder: string) => readdir(path.join(dataDir, folder)).catch(() => [] as string[]);
  const advisories = (await list("advisories")).filter((name) => /^advisories-[\d-]+\.json$/.test(name));
  const top = (await list(".")).filter((name) => name === "allowed-hosts.json");
  return [...top, ...advisories.map((name) => `advisories/${name}`)];
}

export const readFolderFile = (dataDir: string, file: string): Promise<Buffer> => readFile(path.join(dataDir, file));

/** Writes the file atomically, readable only by its own user. */
export async function writeFolderFile(dataDir: string, file: string, bytes: Uint8Array): Promise<void> {
  const target = path.join(dataDir, file);
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const draft = `${target}.${process.pid}.${randomBytes(4).toString("hex")}.tmp`;
  await writeFile(draft, bytes, { mode: 0o600 });
  await rename(draft, target);
}
