// Writes a backup file: a gzipped tar, one entry after the other, with no more than one in memory.
import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { access, link, open, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { pack } from "tar-stream";

export type BackupWriter = {
  add(name: string, bytes: Uint8Array): Promise<void>;
  /** Closes the file and gives it its name. Returns its size. */
  finish(): Promise<number>;
  /** Removes what was written. */
  discard(): Promise<void>;
};

/** Fast, because screenshots are already compressed. */
const LEVEL = 1;

/**
 * The file gets its name when it is complete; until then it ends in `.partial`. It is readable only by its own user.
 * @throws Error if a file of that name already exists
 */
export async function createBackupWriter(file: string, startedAt: Date): Promise<BackupWriter> {
  const target = path.resolve(file);
  const exists = await access(target).then(
    () => true,
    () => false,
  );
  if (exists) throw new BackupExistsError(file);
  const partial = `${target}.${randomBytes(4).toString("hex")}.partial`;
  const tar = pack();
  const written = pipeline(tar, createGzip({ level: LEVEL }), createWriteStream(partial, { mode: 0o600, flags: "wx" }));
  // `add` and `finish` report its failure.
  written.catch(() => undefined);
  return {
    async add(name, bytes) {
      const added = new Promise<void>((resolve, reject) => {
        const entry = tar.entry({ name, size: bytes.length, mtime: startedAt, mode: 0o600 }, (error) =>
          error ? reject(error) : resolve(),
        );
        entry.end(bytes);
      });
      // A full disk ends the pipeline; no entry is ever accepted after that.
      await Promise.race([added, written.then(() => added)]);
    },
    async finish() {
      tar.finalize();
      await written;
      const handle = await open(partial, "r+");
      try {
        await handle.sync();
        const { size } = await handle.stat();
        // Linked instead of renamed, because another backup of this name may have been faster.
        await link(partial, target).catch((error: unknown) => {
          throw isThere(error) ? new BackupExistsError(file) : error;
        });
        await rm(partial);
        return size;
      } finally {
        await handle.close();
      }
    },
    async discard() {
      tar.destroy();
      await written.catch(() => undefined);
      await rm(partial, { force: true });
    },
  };
}

const isThere = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EEXIST";

export class BackupExistsError extends Error {
  constructor(file: string) {
    super(`${file} already exists: choose another file name, or remove it.`);
    this.name = "BackupExistsError";
  }
}
