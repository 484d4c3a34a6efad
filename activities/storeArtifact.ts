// Keeps bytes in the artifact store, and notes which project may read them.
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
