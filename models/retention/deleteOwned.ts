// Deletes runs and jobs with everything that belongs to them.

import { OPEN_JOB } from "../../domain/jobs/kinds.ts";
import { eachArtifactId } from "../../domain/retention/artifactIds.ts";
import { HIDDEN } from "../../domain/retention/hidden.ts";
import { holdAgain } from "../artifacts/holders.ts";
import type { Models } from "../index.ts";
import type { Job } from "../jobs/schema.ts";
import { BELONGINGS, type CollectionName, owned } from "./belongings.ts";
import type { Hidden } from "./hideRuns.ts";

/** Number of documents deleted per call: the embedded database holds its lock for that time, and refuses more than 32,766. */
const CHUNK = 500;
/** Number of documents read and deleted per call if they reference artifacts: decoding them blocks the event loop. */
const NAMING_CHUNK = 100;

type Owner = "run" | "job";
const COLLECTION = { run: "runs", job: "jobs" } as const;
const partsOf = (by: Owner) => owned(by).filter(({ name }) => name !== COLLECTION[by]);
const PARTS = { run: partsOf("run"), job: partsOf("job") };

/** Collections within another collection; each stores its owner's id in a field. */
const WITHIN = Map.groupBy(
  (Object.keys(BELONGINGS) as CollectionName[]).flatMap((name) => {
    const { within } = BELONGINGS[name];
    return within === undefined ? [] : [{ name, ...within }];
  }),
  ({ collection }) => collection,
);

/** `at`: when the artifacts count as held. `count` receives the number of documents before the run or job itself is deleted. */
export type Deletion = { at: Date; signal: AbortSignal; count(documents: number): Promise<void> };

/** Deletes one run that is marked for deletion. If it is not marked any longer, nothing is deleted. */
export const deleteRun = (models: Models, { _id, hidden }: Hidden, deletion: Deletion): Promise<void> =>
  deleteOwner(models, "run", { _id, status: HIDDEN, "hidden.deleting": true }, hidden.projectId, deletion);

/** Deletes one ended job. If it has not ended, nothing is deleted. */
export const deleteJob = (models: Models, { _id, projectId }: Pick<Job, "_id" | "projectId">, deletion: Deletion) =>
  deleteOwner(models, "job", { _id, status: { $nin: OPEN_JOB } }, projectId, deletion);

/**
 * Deletes a run or job: its parts first, so that what a killed sweep leaves is still found by it. The artifacts it referenced count as held
 * at `at`, so their own delay begins. Stops at the signal, between two reads.
 */
async function deleteOwner(
  models: Models,
  by: Owner,
  filter: { _id: string } & Record<string, unknown>,
  projectId: string,
  { at, signal, count }: Deletion,
): Promise<void> {
  const { collection } = models[COLLECTION[by]];
  const own = { projectId, at, signal };
  const owner = await collection.findOne(filter as object, { projection: fieldsOf(COLLECTION[by]) });
  if (owner === null) return;
  // Waits for all parts, so that none is still being deleted when this function has ended.
  const parts = await Promise.allSettled(
    PARTS[by].map(({ name, field }) => deleteWhere(models, name, { [field]: filter._id }, own)),
  );
  let documents = 1;
  for (const part of parts) {
    if (part.status === "rejected") throw part.reason;
    documents += part.value;
  }
  await holdNamed(models, [owner], own);
  signal.throwIfAborted();
  await count(documents);
  await collection.deleteOne(filter as object);
}

type Releasing = { projectId: string; at: Date; signal?: AbortSignal };

/**
 * Deletes all matching documents in batches, each after what lies within it. `releasing`: the project's artifacts they reference count as
 * held at that time, and its signal stops the deletion. Returns the number of deleted documents.
 */
export async function deleteWhere(
  models: Models,
  name: CollectionName,
  filter: object,
  releasing?: Releasing,
): Promise<number> {
  const { collection } = models[name];
  const fields = releasing === undefined ? {} : fieldsOf(name);
  const limit = Object.keys(fields).length > 0 ? NAMING_CHUNK : CHUNK;
  let deleted = 0;
  for (;;) {
    releasing?.signal?.throwIfAborted();
    const found = await collection.find(filter, { projection: { _id: 1, ...fields }, limit }).toArray();
    if (found.length === 0) return deleted;
    if (releasing !== undefined) await holdNamed(models, found, releasing);
    // As stored: the text of an id that is none, such as a number, would match nothing, and the loop would not end.
    const ids = found.map(({ _id }) => _id);
    for (const inner of WITHIN.get(name) ?? [])
      deleted += await deleteWhere(models, inner.name, { [inner.by]: { $in: ids } });
    deleted += (await collection.deleteMany({ _id: { $in: ids } } as object)).deletedCount;
  }
}

/** Returns the fields of a collection that may reference artifacts. */
const fieldsOf = (name: CollectionName): Record<string, 1> =>
  Object.fromEntries((BELONGINGS[name].artifacts ?? []).map((field) => [field, 1]));

async function holdNamed(models: Models, documents: readonly object[], { projectId, at }: Releasing): Promise<void> {
  const ids = new Set<string>();
  // The id of a document may be derived from an artifact's id without referencing it.
  for (const { _id, ...fields } of documents as { _id: unknown }[]) eachArtifactId(fields, (id) => void ids.add(id));
  if (ids.size > 0) await holdAgain(models, projectId, [...ids], at);
}

/**
 * Returns how many documents would be deleted with a run or job. Each count uses an index; reading a whole collection once would keep the
 * embedded database busy.
 */
export async function countOwned(models: Models, by: Owner, id: string): Promise<number> {
  const counts = await Promise.all(
    PARTS[by].map(({ name, field }) => models[name].collection.countDocuments({ [field]: id })),
  );
  return counts.reduce((a, b) => a + b, 1);
}
