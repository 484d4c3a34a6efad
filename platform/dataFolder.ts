// Restricts the data folder to the user who runs the service: it contains pictures of pages behind a sign-in, keys and the database.
import { chmod, lstat, mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { messageOf } from "../domain/errors.ts";

/** The permission bits of the group and all others. */
const OTHERS = 0o077;

/**
 * Creates the folder if it is missing. A folder that is open, because an earlier version created it, is closed to other users with
 * everything in it. Everything this process creates from then on, anywhere, is readable only by its own user. `say` is called with a
 * sentence if the folder was open, or cannot be closed.
 */
export async function openDataFolder(dataDir: string, say: (line: string) => void): Promise<void> {
  process.umask(OTHERS);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const { mode } = await lstat(dataDir);
  if ((mode & OTHERS) === 0) return;
  try {
    await close(dataDir, mode);
    const closed = await closeBelow(dataDir);
    say(
      `other users of this machine could access ${dataDir}: it is now closed to them, with ${closed} files and folders in it`,
    );
  } catch (error) {
    say(
      `other users of this machine may be able to read ${dataDir}, and its permissions cannot be restricted: ${messageOf(error)}`,
    );
  }
}

/** Returns how many were open. Symbolic links are left alone, because they may lead anywhere. */
async function closeBelow(folder: string): Promise<number> {
  const counts = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const at = path.join(folder, name);
      const found = await lstat(at).catch(() => null); // the file may have been deleted
      if (!found || found.isSymbolicLink()) return 0;
      const own = await close(at, found.mode);
      return own + (found.isDirectory() ? await closeBelow(at) : 0);
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

async function close(at: string, mode: number): Promise<0 | 1> {
  if ((mode & OTHERS) === 0) return 0;
  await chmod(at, mode & 0o7777 & ~OTHERS);
  return 1;
}
