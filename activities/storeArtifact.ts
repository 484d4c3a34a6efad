// Keeps bytes in the artifact store, and notes which project may read them.
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { PageMap } from "../domain/visual/pageMap.ts";
import { keepArtifact } from "../models/artifacts/keepArtifact.ts";
import type { CommonDeps } from "./commonDeps.ts";

/** Answers the artifact's id: equal bytes have the same, and storing them twice changes nothing. */
export const storeArtifact = (
  deps: Pick<CommonDeps, "artifacts" | "models" | "now">,
  input: { projectId: string; bytes: Uint8Array; contentType: string },
): Promise<string> => keepArtifact(deps, input);

/** Compressed away from the event loop: of a full map that takes 50 ms. */
export async function storeMap(
  deps: Pick<CommonDeps, "artifacts" | "models" | "now">,
  { projectId, map }: { projectId: string; map: PageMap },
): Promise<string> {
  const bytes = await promisify(gzip)(JSON.stringify(map), { level: 1 });
  return storeArtifact(deps, { projectId, bytes, contentType: "application/gzip" });
}
