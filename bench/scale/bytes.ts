// Measures what an installation of the local stack stores: used pages in the files of Temporal and the database, and artifact files.
import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { sizesIn } from "../history/idle.ts";

export type Place = { dataDir: string };
export type Sizes = { temporal: number; database: number; store: number };

export async function sizesOf({ dataDir }: Place): Promise<Sizes> {
  const sizes = { temporal: 0, database: 0, store: 0 };
  for (const [file, bytes] of await sizesIn(dataDir)) {
    if (file.endsWith("temporal.db")) sizes.temporal += bytes;
    else sizes.database += bytes;
  }
  const folder = path.join(dataDir, "artifacts");
  if (!existsSync(folder)) return sizes;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      sizes.store += (await stat(path.join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0;
  return sizes;
}

export const growthOf = (before: Sizes, after: Sizes): Sizes => ({
  temporal: after.temporal - before.temporal,
  database: after.database - before.database,
  store: after.store - before.store,
});
