// Where the database of the local stack listens: on a Unix socket that only its own user can open, and on no port.
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** The system's limit for a socket path, without the terminating zero byte: 107 on Linux, 103 on macOS. */
const MAX_PATH_BYTES = 103;
/** Drivers recognize a socket by this ending. */
const NAME = "mongo.sock";
/** The longest file name next to it: mongod's own second socket. */
const MAX_NAME = "mongodb-27017.sock";

export type DatabaseSocket = {
  file: string;
  /** Removes the folder if it was created outside the data folder. */
  release(): void;
};

/**
 * Returns a socket in the data folder, or in a dedicated folder below the temporary one if the path would be too long.
 * @throws Error if that folder belongs to another user
 */
export function databaseSocket(dataDir: string, temporary = tmpdir()): DatabaseSocket {
  if (fits(dataDir)) return { file: path.join(dataDir, NAME), release: () => {} };
  const hash = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  const folder = [temporary, "/tmp"].map((base) => path.join(base, `plumbline-${hash}`)).find(fits)!;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // The temporary folder is shared and the name can be guessed, so make sure that nobody else created the folder.
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0)
    throw new Error(`${folder} is not a folder for you alone: remove it, or set SVC_DATA_DIR to a shorter path`);
  return { file: path.join(folder, NAME), release: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Returns the connection string for a socket. */
export function uriOfSocket(file: string, database = ""): string {
  return `mongodb://${encodeURIComponent(file)}/${database}`;
}

const fits = (folder: string) => Buffer.byteLength(path.join(folder, MAX_NAME)) <= MAX_PATH_BYTES;
