// Which project may read which artifact: content is shared between projects, access is not.

import type { ArtifactRecord } from "../bookkeeping/schema.ts";
import { areDuplicateKeys, type Models } from "../index.ts";
import { addStored, type Stored } from "./storage.ts";

/** `at`: by which a sweep knows that somebody is about to refer to it. */
export type ArtifactNote = { artifactId: string; projectId: string; contentType: string; bytes: number; at: Date };

const idOf = ({ projectId, artifactId }: Pick<ArtifactNote, "projectId" | "artifactId">): string =>
  `${projectId}:${artifactId}`;

/**
 * Notes that projects hold artifacts; doing it twice leaves one record each, with the last time (`heldAt`). Only
 * models/artifacts/noteArtifact.ts calls it, and tests.
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
  // What was made is counted now or never: the next attempt finds it there.
  const counted = await Promise.allSettled([...stored].map(([projectId, sum]) => addStored(models, projectId, sum)));
  if (failed !== undefined) throw failed;
  for (const one of counted) if (one.status === "rejected") throw one.reason;
}

/** The ids of the records that this made, also where it `failed` for others. */
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
    // The driver's error has `result`, Mongoose's `rawResult`.
    const { result, rawResult } = error as { result?: object | null; rawResult?: object | null };
    const made = idsIn(result ?? rawResult ?? {});
    if (!areDuplicateKeys(error)) return { made, failed: error };
    // Another process made some of them at the same moment; only those are left to be touched.
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

/** What is known of an artifact in every project that holds it. */
export function holdersOfArtifact(models: Models, artifactId: string): Promise<ArtifactRecord[]> {
  return models.artifacts.find({ artifactId }).lean<ArtifactRecord[]>();
}

/** What is known of an artifact that a project holds; null: it does not hold it. */
export function heldArtifact(models: Models, projectId: string, artifactId: string): Promise<ArtifactRecord | null> {
  return models.artifacts.findOne({ _id: idOf({ projectId, artifactId }) }).lean<ArtifactRecord>();
}
