// Page maps in the artifact store: gzipped JSON beside the picture of a shot.
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { PageMap } from "../../domain/visual/pageMap.ts";
import type { ArtifactStore } from "../../platform/artifacts/store.ts";

/** The recorder bounds what an element may take up; no map comes near this. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The map under this id; null stands for a picture without one. Rejects as the store does. */
export async function readPageMap(store: Pick<ArtifactStore, "get">, id: string | null): Promise<PageMap | null> {
  if (!id) return null;
  const bytes = await promisify(gunzip)(await store.get(id), { maxOutputLength: MAX_BYTES });
  return JSON.parse(bytes.toString("utf8")) as PageMap;
}
