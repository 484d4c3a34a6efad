// The data folder is for the user who runs the service alone: it holds pictures of pages behind a sign-in, keys, the database.
import { chmod, lstat, mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { messageOf } from "../domain/errors.ts";

/** What a mode lets the group and everybody else do. */
const OTHERS = 0o077;

/**
 * Makes the folder when it is missing; one that is open, as an earlier version made it, is closed to other users with
 * everything in it. What this process makes from then on, anywhere, is for its own user. `say` gets a line when the folder
 * was open, or cannot be closed.
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
      `other users of this machine could reach ${dataDir}: it is closed to them now, and so are ${closed} files and folders in it`,
    );
  } catch (error) {
    say(
      `other users of this machine may be able to read ${dataDir}, and it cannot be closed to them: ${messageOf(error)}`,
    );
  }
}

/** Answers how many were open. Links are left alone: they may lead anywhere. */
async function closeBelow(folder: string): Promise<number> {
  const counts = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const at = path.join(folder, name);
      const found = await lstat(at).catch(() => null); // a file that is gone meanwhile
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
