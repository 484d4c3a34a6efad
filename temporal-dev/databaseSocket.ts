// Where the database of the local stack listens: on a Unix socket that only its own user can open, and on no port.
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** The system's limit for the path of a socket, without its closing zero byte: 107 on Linux, 103 on macOS. */
const LONGEST = 103;
/** Drivers know a socket by this ending. */
const NAME = "mongo.sock";
/** The longest name beside it: mongod's own second socket. */
const MAX_NAME = "mongodb-27017.sock";

export type DatabaseSocket = {
  file: string;
  /** Takes the folder away that was made for it outside the data folder. */
  release(): void;
};

/**
 * The socket is in the data folder; where that path would be too long, in a folder of its own below the temporary one.
 * @throws Error when that folder belongs to another user
 */
export function databaseSocket(dataDir: string, temporary = tmpdir()): DatabaseSocket {
  if (fits(dataDir)) return { file: path.join(dataDir, NAME), release: () => {} };
  const hash = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  const folder = [temporary, "/tmp"].map((base) => path.join(base, `plumbline-${hash}`)).find(fits)!;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Others may write to the temporary folder too, and the name can be guessed: they must not have made ours.
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0)
    throw new Error(`${folder} is not a folder for you alone: remove it, or set SVC_DATA_DIR to a shorter path`);
  return { file: path.join(folder, NAME), release: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The connection string for a socket. */
export function uriOfSocket(file: string, database = ""): string {
  return `mongodb://${encodeURIComponent(file)}/${database}`;
}

const fits = (folder: string) => Buffer.byteLength(path.join(folder, MAX_NAME)) <= LONGEST;
