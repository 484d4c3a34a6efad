// Keeps bytes in the artifact store, and notes which project may read them.
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { PageMap } from "../domain/visual/pageMap.ts";
import { recordArtifact } from "../models/artifacts/access.ts";
import type { CommonDeps } from "./commonDeps.ts";

/** Answers the artifact's id: equal bytes have the same, and storing them twice changes nothing. */
export async function storeArtifact(
  { artifacts, models, now }: Pick<CommonDeps, "artifacts" | "models" | "now">,
  { projectId, bytes, contentType }: { projectId: string; bytes: Uint8Array; contentType: string },
): Promise<string> {
  const id = await artifacts.put(bytes);
  await recordArtifact(models, { artifactId: id, projectId, contentType, bytes: bytes.length, at: now() });
  return id;
}

/** Compressed away from the event loop: of a full map that takes 50 ms. */
export async function storeMap(
  deps: Pick<CommonDeps, "artifacts" | "models" | "now">,
  { projectId, map }: { projectId: string; map: PageMap },
): Promise<string> {
  const bytes = await promisify(gzip)(JSON.stringify(map), { level: 1 });
  return storeArtifact(deps, { projectId, bytes, contentType: "application/gzip" });
}
