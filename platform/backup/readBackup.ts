// Reads a backup file entry by entry, with no more than one in memory.
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { messageOf } from "../../domain/errors.ts";

/** No entry of a backup is larger, so that a damaged length cannot use up all memory. */
const MAX_ENTRY = 1024 ** 3;

/** Yields every entry in order, completely read. Throws BackupDamagedError if the file ends early or is something else. */
export async function* readBackup(file: string): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const tar = extract();
  const read = pipeline(createReadStream(file), createGunzip(), tar);
  read.catch(() => undefined);
  try {
    for await (const entry of tar) {
      const { name, size = 0 } = entry.header;
      if (size > MAX_ENTRY) throw new BackupDamagedError(file, `its entry ${name} claims ${size} bytes`);
      const parts: Buffer[] = [];
      for await (const part of entry) parts.push(part as Buffer);
      yield { name, bytes: Buffer.concat(parts) };
    }
    await read;
  } catch (error) {
    if (error instanceof BackupDamagedError) throw error;
    // Reasons of the system itself, such as a missing file, are more precise than "damaged".
    if (error instanceof Error && "syscall" in error) throw error;
    throw new BackupDamagedError(file, messageOf(error));
  } finally {
    tar.destroy();
    await read.catch(() => undefined);
  }
}

export class BackupDamagedError extends Error {
  constructor(file: string, reason: string) {
    super(`${file} is damaged, incomplete or not a Plumbline backup (${reason}).`);
    this.name = "BackupDamagedError";
  }
}
