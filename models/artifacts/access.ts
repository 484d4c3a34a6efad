// Records which project may read which artifact: content is shared between projects, access is not.

import type { ArtifactRecord } from "../bookkeeping/schema.ts";
import { isDuplicateKey, type Models } from "../index.ts";
import { addStored, type Stored } from "./storage.ts";

/** `at`: tells a sweep that the artifact is about to be referenced. */
export type ArtifactNote = { artifactId: string; projectId: string; contentType: string; bytes: number; at: Date };

const idOf = ({ projectId, artifactId }: Pick<ArtifactNote, "projectId" | "artifactId">): string =>
  `${projectId}:${artifactId}`;

/**
 * Records that projects hold artifacts. Repeating it leaves one record each, with the latest `heldAt`. Called only by
 * models/artifacts/noteArtifact.ts and tests.
 */
export async function recordArtifacts(models: Models, notes: readonly ArtifactNote[]): Promise<void> {
  const byId = new Map(notes.map((note) => [idOf(note), note]));
  const { made, failed } = await upsert(models, byId);
  const stored = new Map<string, Stored>();
  for (const id of made) {
    const note = byId.get(id);
    if (note === undefined) continue;
    const { bytes, artifacts } = stored.get(note.projectId) ?? { bytes: 0, artifacts: 0 };
    stored.set(note.projectId, { bytes: bytes + note.bytes, artifacts: artifacts + 1 });
  }
  // Count the created records now, because the next attempt finds them already there.
  const counted = await Promise.allSettled([...stored].map(([projectId, sum]) => addStored(models, projectId, sum)));
  if (failed !== undefined) throw failed;
  for (const one of counted) if (one.status === "rejected") throw one.reason;
}

/** Returns the ids of the records created by this call, even if it `failed` for others. */
async function upsert(
  models: Models,
  byId: ReadonlyMap<string, ArtifactNote>,
): Promise<{ made: string[]; failed?: unknown }> {
  const writes = [...byId].map(([_id, { at, ...rest }]) => ({
    updateOne: {
      filter: { _id },
      update: { $set: { heldAt: at }, $setOnInsert: { ...rest, createdAt: at } },
      upsert: true,
    },
  }));
  try {
    return { made: idsIn(await models.artifacts.bulkWrite(writes, { ordered: false, throwOnValidationError: true })) };
  } catch (error) {
    // The driver's error has `result`, Mongoose's has `rawResult`.
    const { result, rawResult } = error as { result?: object | null; rawResult?: object | null };
    const made = idsIn(result ?? rawResult ?? {});
    if (!isDuplicateKey(error)) return { made, failed: error };
    // Another process created some of the records at the same time; those only need their `heldAt` updated.
    try {
      await models.artifacts.updateMany(
        { _id: { $in: [...byId.keys()] } },
        { $set: { heldAt: [...byId.values()][0]?.at } },
      );
    } catch (failed) {
      return { made, failed };
    }
    return { made };
  }
}

const idsIn = ({ upsertedIds = {} }: { upsertedIds?: object }): string[] => Object.values(upsertedIds).map(String);

/** Returns the records of an artifact, one for each project that holds it. */
export function holdersOfArtifact(models: Models, artifactId: string): Promise<ArtifactRecord[]> {
  return models.artifacts.find({ artifactId }).lean<ArtifactRecord[]>();
}

/** Returns the record of an artifact that a project holds, or null if the project does not hold it. */
export function heldArtifact(models: Models, projectId: string, artifactId: string): Promise<ArtifactRecord | null> {
  return models.artifacts.findOne({ _id: idOf({ projectId, artifactId }) }).lean<ArtifactRecord>();
}
