// How many bytes projects keep: a counter each, so that asking for it reads one document.
import type { ArtifactRecord } from "../bookkeeping/schema.ts";
import { isDuplicateKey, type Models } from "../index.ts";
import { eachInTurns } from "../lib/readInTurns.ts";
import type { StorageUse } from "./storageSchema.ts";

export type Stored = { bytes: number; artifacts: number };

/** Adds what was stored, or takes away what was deleted. */
export async function addStored(models: Models, projectId: string, { bytes, artifacts }: Stored): Promise<void> {
  try {
    await models.storageUse.updateOne({ _id: projectId }, { $inc: { bytes, artifacts } }, { upsert: true });
  } catch (error) {
    // Two wrote the first artifact of a project.
    if (!isDuplicateKey(error)) throw error;
    await models.storageUse.updateOne({ _id: projectId }, { $inc: { bytes, artifacts } });
  }
}

/** What projects keep, by their ids; those without a count keep nothing. */
export async function storedBy(models: Models, projectIds: readonly string[]): Promise<Map<string, Stored>> {
  const rows = await models.storageUse.find({ _id: { $in: [...projectIds] } }).lean<StorageUse[]>();
  return new Map(rows.map(({ _id, bytes, artifacts }) => [_id, { bytes, artifacts }]));
}

/**
 * Counts anew what projects keep: a writer that was killed leaves a count that is a little wrong. What is written meanwhile stays counted.
 */
export async function recountStored(models: Models): Promise<void> {
  const before = new Map((await models.storageUse.find().lean<StorageUse[]>()).map((row) => [row._id, row]));
  const counted = new Map<string, Stored>();
  const fields = { projectId: 1, bytes: 1 } as const;
  await eachInTurns<ArtifactRecord>(models.artifacts, {}, { fields }, ({ projectId, bytes }) => {
    const known = counted.get(projectId) ?? NOTHING;
    counted.set(projectId, { bytes: known.bytes + bytes, artifacts: known.artifacts + 1 });
  });
  for (const id of new Set([...before.keys(), ...counted.keys()])) {
    const known = before.get(id) ?? NOTHING;
    const now = counted.get(id) ?? NOTHING;
    const change = { bytes: now.bytes - known.bytes, artifacts: now.artifacts - known.artifacts };
    if (change.bytes !== 0 || change.artifacts !== 0) await addStored(models, id, change);
  }
}

const NOTHING: Stored = { bytes: 0, artifacts: 0 };
