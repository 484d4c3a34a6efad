// Which project may read which artifact: content is shared between projects, access is not.

import type { ArtifactRecord } from "../bookkeeping/schema.ts";
import { isDuplicateKey, type Models } from "../index.ts";
import { addStored } from "./storage.ts";

/**
 * Notes that a project holds an artifact; doing it twice leaves one record, with the last time (`heldAt`), by which a sweep knows that somebody
 * is about to refer to it. Only models/artifacts/keepArtifact.ts calls it.
 */
export async function recordArtifact(
  models: Models,
  input: { artifactId: string; projectId: string; contentType: string; bytes: number; at: Date },
): Promise<void> {
  const { at, ...rest } = input;
  const _id = `${input.projectId}:${input.artifactId}`;
  const { matchedCount } = await models.artifacts.updateOne({ _id }, { $set: { heldAt: at } });
  if (matchedCount > 0) return;
  try {
    await models.artifacts.create({ _id, ...rest, createdAt: at, heldAt: at });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return recordArtifact(models, input);
  }
  await addStored(models, input.projectId, { bytes: input.bytes, artifacts: 1 });
}

/** What is known of an artifact in every project that holds it. */
export function holdersOfArtifact(models: Models, artifactId: string): Promise<ArtifactRecord[]> {
  return models.artifacts.find({ artifactId }).lean<ArtifactRecord[]>();
}

/** What is known of an artifact that a project holds; null: it does not hold it. */
export function heldArtifact(models: Models, projectId: string, artifactId: string): Promise<ArtifactRecord | null> {
  return models.artifacts.findOne({ _id: `${projectId}:${artifactId}` }).lean<ArtifactRecord>();
}
