// Writes a backup file: a gzipped tar, one entry after the other, of which no more than one is in memory.
import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { access, link, open, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { pack } from "tar-stream";

export type BackupWriter = {
  add(name: string, bytes: Uint8Array): Promise<void>;
  /** Closes it, and gives it its name. Answers its size. */
  finish(): Promise<number>;
  /** Removes what was written. */
  discard(): Promise<void>;
};

/** Fast: screenshots are compressed already. */
const LEVEL = 1;

/**
 * The file gets its name when it is whole; until then it ends in `.partial`. It is for its own user alone.
 * @throws Error when a file of that name is there already
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
  // Its failure is told to whoever adds or finishes.
  written.catch(() => undefined);
  return {
    async add(name, bytes) {
      const added = new Promise<void>((resolve, reject) => {
        const entry = tar.entry({ name, size: bytes.length, mtime: startedAt, mode: 0o600 }, (error) =>
          error ? reject(error) : resolve(),
        );
        entry.end(bytes);
      });
      // A full disk ends the pipeline: no entry is ever taken after that.
      await Promise.race([added, written.then(() => added)]);
    },
    async finish() {
      tar.finalize();
      await written;
      const handle = await open(partial, "r+");
      try {
        await handle.sync();
        const { size } = await handle.stat();
        // Not renamed: another backup of this name may have come first.
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
    super(`${file} exists already: name another file, or remove it.`);
    this.name = "BackupExistsError";
  }
}
