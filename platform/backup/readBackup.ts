// Reads a backup file entry by entry, of which no more than one is in memory.
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { messageOf } from "../../domain/errors.ts";

/** No entry of ours is larger: a damaged length must not take all memory. */
const MAX_ENTRY = 1024 ** 3;

/** Every entry in its order, whole. Throws BackupDamagedError where the file ends early or is something else. */
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
    // Reasons of the system itself, such as a file that is not there, say more than that it is damaged.
    if (error instanceof Error && "syscall" in error) throw error;
    throw new BackupDamagedError(file, messageOf(error));
  } finally {
    tar.destroy();
    await read.catch(() => undefined);
  }
}

export class BackupDamagedError extends Error {
  constructor(file: string, reason: string) {
    super(`${file} is damaged, cut off or no backup of Plumbline (${reason}).`);
    this.name = "BackupDamagedError";
  }
}
