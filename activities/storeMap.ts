// Stores a page map in the artifact store.
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { PageMap } from "../domain/visual/pageMap.ts";
import { type ArtifactWriter, keepArtifact } from "../models/artifacts/keepArtifact.ts";

/** Compressed off the event loop, because a full map takes 50 ms. */
export async function storeMap(
  writer: ArtifactWriter,
  { projectId, map }: { projectId: string; map: PageMap },
): Promise<string> {
  const bytes = await promisify(gzip)(JSON.stringify(map), { level: 1 });
  return keepArtifact(writer, { projectId, bytes, contentType: "application/gzip" });
}
