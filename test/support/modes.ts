import { lstat, readdir } from "node:fs/promises";
import path from "node:path";

/** What other users could reach in a folder, itself included: `mode path`. Links count by what they are. */
export async function openTo(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  const found = await Promise.all(
    ["", ...entries].map(async (name) => {
      const at = path.join(folder, name);
      const stat = await lstat(at).catch(() => null); // gone meanwhile: a journal of SQLite
      return stat && !stat.isSymbolicLink() && stat.mode & 0o077 ? `${(stat.mode & 0o777).toString(8)} ${at}` : null;
    }),
  );
  return found.filter((line) => line !== null);
}
