// Counts how many bytes each project stores, so that reading it takes one document.
import type { ArtifactRecord } from "../bookkeeping/schema.ts";
import type { StoredByProject } from "../cleanups/schema.ts";
import { isWritten, type Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import { eachInTurns } from "../lib/readInTurns.ts";
import type { StorageUse } from "./storageSchema.ts";

export type Stored = { bytes: number; artifacts: number };

/** Adds what was stored, or subtracts what was deleted. */
export async function addStored(models: Models, projectId: string, { bytes, artifacts }: Stored): Promise<void> {
  const add = (upsert: boolean) =>
    models.storageUse.updateOne({ _id: projectId }, { $inc: { bytes, artifacts } }, { upsert });
  // Two writers may store the first artifact of a project.
  if (!(await isWritten(add(artifacts > 0)))) await add(false);
}

/** Number of projects per query. */
const CHUNK = 500;

/** Returns the storage use of projects by id; a project without an entry stores nothing. */
export async function storedBy(models: Models, projectIds: readonly string[]): Promise<Map<string, StorageUse>> {
  const found = new Map<string, StorageUse>();
  for (const ids of chunksOf(projectIds, CHUNK))
    for (const row of await models.storageUse.find({ _id: { $in: ids } }).lean<StorageUse[]>()) found.set(row._id, row);
  return found;
}

/** Records what the bytes of each project belong to, as found by a sweep. A project missing in `stored` stores nothing. */
export async function noteKinds(
  models: Models,
  stored: StoredByProject,
  { at, signal }: { at: Date; signal?: AbortSignal },
): Promise<void> {
  for (const [_id, kinds] of Object.entries(stored)) {
    signal?.throwIfAborted();
    await models.storageUse.updateOne({ _id }, { $set: { kinds, countedAt: at } });
  }
  const counted = await models.storageUse.find({ countedAt: { $ne: null } }, { _id: 1 }).lean<{ _id: string }[]>();
  const old = counted.filter(({ _id }) => stored[_id] === undefined).map(({ _id }) => _id);
  for (const ids of chunksOf(old, CHUNK))
    await models.storageUse.updateMany({ _id: { $in: ids } }, { $set: { kinds: null, countedAt: null } });
}

/**
 * Recounts what projects store, because a killed writer leaves the count slightly wrong. A count that changed during the recount is left
 * alone, since it is unknown whether the new count includes the change; the next sweep recounts it.
 */
export async function recountStored(models: Models, signal?: AbortSignal): Promise<void> {
  const before = new Map((await models.storageUse.find().lean<StorageUse[]>()).map((row) => [row._id, row]));
  const counted = new Map<string, Stored>();
  const fields = { projectId: 1, bytes: 1 } as const;
  await eachInTurns<ArtifactRecord>(models.artifacts, {}, { fields }, ({ projectId, bytes }) => {
    signal?.throwIfAborted();
    const known = counted.get(projectId) ?? NOTHING;
    counted.set(projectId, { bytes: known.bytes + bytes, artifacts: known.artifacts + 1 });
  });
  for (const id of new Set([...before.keys(), ...counted.keys()])) {
    signal?.throwIfAborted();
    const known = before.get(id);
    const now = counted.get(id) ?? NOTHING;
    if (known?.bytes === now.bytes && known.artifacts === now.artifacts) continue;
    if (known)
      await models.storageUse.updateOne({ _id: id, bytes: known.bytes, artifacts: known.artifacts }, { $set: now });
    else await insertStored(models, id, now);
  }
}

/** Creates the count of a project that has none. */
async function insertStored(models: Models, _id: string, stored: Stored): Promise<void> {
  // The project's first artifact may have been counted in the meantime.
  await isWritten(models.storageUse.create({ _id, ...stored }));
}

const NOTHING: Stored = { bytes: 0, artifacts: 0 };
