// Reads page maps from the artifact store: gzipped JSON next to the picture of a shot.
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { PageMap } from "../../domain/visual/pageMap.ts";
import type { ArtifactStore } from "../../platform/artifacts/store.ts";

/** Far above any real map, because the recorder limits the size of each element. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Returns the map with this id, or null if the picture has none. Rejects if the store does. */
export async function readPageMap(store: Pick<ArtifactStore, "get">, id: string | null): Promise<PageMap | null> {
  if (!id) return null;
  const bytes = await promisify(gunzip)(await store.get(id), { maxOutputLength: MAX_BYTES });
  return JSON.parse(bytes.toString("utf8")) as PageMap;
}
