// Page maps in the artifact store: gzipped JSON beside the picture of a shot.
import { gunzipSync } from "node:zlib";
import type { PageMap } from "../../domain/visual/pageMap.ts";
import type { ArtifactStore } from "./store.ts";

/** The map under this id; null stands for a picture without one. Rejects as the store does. */
export async function readPageMap(store: Pick<ArtifactStore, "get">, id: string | null): Promise<PageMap | null> {
  return id ? (JSON.parse(gunzipSync(await store.get(id)).toString("utf8")) as PageMap) : null;
}
