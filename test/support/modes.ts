import { lstat, readdir } from "node:fs/promises";
import path from "node:path";

/** Returns what other users could access in a folder, including the folder itself, as `mode path`. Links are skipped; their targets count. */
export async function openTo(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  const found = await Promise.all(
    ["", ...entries].map(async (name) => {
      const at = path.join(folder, name);
      const stat = await lstat(at).catch(() => null); // removed in between, such as an SQLite journal
      return stat && !stat.isSymbolicLink() && stat.mode & 0o077 ? `${(stat.mode & 0o777).toString(8)} ${at}` : null;
    }),
  );
  return found.filter((line) => line !== null);
}
