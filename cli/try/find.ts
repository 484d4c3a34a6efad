// Finds the configurations of other tools in a repository.
import { readdir } from "node:fs/promises";
import path from "node:path";
import { type FoundAs, foundAs } from "../../domain/import/findable.ts";

/** `place`: path relative to the repository, with forward slashes. */
export type Found = { as: FoundAs; place: string };

/** Configurations are never deeper than this, and a wrong folder must not be searched for minutes. */
const MAX_DEPTH = 6;
const MAX_ENTRIES = 20_000;
const NOT_LOOKED_INTO = new Set(["node_modules", "vendor", "dist", "build", "coverage", "backstop_data"]);

/** Returns them sorted by path, parent folders first. Symbolic links are not followed. */
export async function findConfigurations(repository: string): Promise<Found[]> {
  const found: Found[] = [];
  let seen = 0;
  let level = [""];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    const below: string[] = [];
    for (const folder of level) {
      if (seen > MAX_ENTRIES) return found;
      const entries = await readdir(path.join(repository, folder), { withFileTypes: true }).catch(() => []);
      seen += entries.length;
      for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
        const kind = entry.isDirectory() ? "folder" : entry.isFile() ? "file" : null;
        if (kind === null) continue;
        const place = path.posix.join(folder, entry.name);
        const as = foundAs(entry.name, kind);
        if (as !== null) found.push({ as, place });
        else if (kind === "folder" && !entry.name.startsWith(".") && !NOT_LOOKED_INTO.has(entry.name))
          below.push(place);
      }
    }
    level = below;
  }
  return found;
}
