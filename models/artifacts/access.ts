// Which project may read which artifact: content is shared between projects, access is not.

import type { ArtifactRecord } from "../bookkeeping/schema.ts";
import { isDuplicateKey, type Models } from "../index.ts";

/** Notes that a project holds an artifact; doing it twice leaves one record. */
export async function recordArtifact(
  models: Models,
  input: { artifactId: string; projectId: string; contentType: string; bytes: number; at: Date },
): Promise<void> {
  const { at, ...rest } = input;
  try {
    await models.artifacts.create({ _id: `${input.projectId}:${input.artifactId}`, ...rest, createdAt: at });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}

/** What is known of an artifact in every project that holds it. */
export function holdersOfArtifact(models: Models, artifactId: string): Promise<ArtifactRecord[]> {
  return models.artifacts.find({ artifactId }).lean<ArtifactRecord[]>();
}

/** What is known of an artifact that a project holds; null: it does not hold it. */
export function heldArtifact(models: Models, projectId: string, artifactId: string): Promise<ArtifactRecord | null> {
  return models.artifacts.findOne({ _id: `${projectId}:${artifactId}` }).lean<ArtifactRecord>();
}
