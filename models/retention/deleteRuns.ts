// Deletes runs with all that belongs to them.
import { eachArtifactId } from "../../domain/retention/artifactIds.ts";
import { HIDDEN } from "../../domain/retention/hidden.ts";
import { holdAgain } from "../artifacts/holders.ts";
import type { Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import { BELONGINGS, type CollectionName, owned } from "./belongings.ts";
import { deleteWithin } from "./deleteWithin.ts";
import type { Hidden } from "./hideRuns.ts";

/** Documents deleted at once: the embedded database holds its lock meanwhile. */
const CHUNK = 500;
/** Documents that are read and deleted at once where they name artifacts: decoding them holds the event loop. */
const NAMING_CHUNK = 100;

const PARTS = owned("run").filter(({ name }) => name !== "runs");

/**
 * Deletes one run that is marked for it: its parts first, so that what a killed sweep leaves is still found by its run. The artifacts that they
 * named count as held at `at`: their own delay begins. `count` is told how many documents go, before the run itself does; where that is not
 * marked any more, nothing is deleted. Stops at the signal, between two reads.
 */
export async function deleteRun(
  models: Models,
  { _id, hidden }: Hidden,
  { at, signal, count }: { at: Date; signal: AbortSignal; count(documents: number): Promise<void> },
): Promise<void> {
  const filter = { _id, status: HIDDEN, "hidden.deleting": true } as object;
  const own = { projectId: hidden.projectId, at, signal };
  const run = await models.runs.collection.findOne(filter, { projection: fieldsOf("runs") });
  if (run === null) return;
  // None of them goes on when this has ended.
  const parts = await Promise.allSettled(
    PARTS.map(({ name, field }) => deleteWhere(models, name, { [field]: _id }, own)),
  );
  let documents = 1;
  for (const part of parts) {
    if (part.status === "rejected") throw part.reason;
    documents += part.value;
  }
  await holdNamed(models, [run], own);
  signal.throwIfAborted();
  await count(documents);
  await models.runs.collection.deleteOne(filter);
}

type Releasing = { projectId: string; at: Date; signal?: AbortSignal };

/**
 * Deletes all documents that fit, some at a time, each after what lies within it. `releasing`: what they name of the project's artifacts counts
 * as held at that time, and its signal ends it. Answers how many went.
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
    const ids = found.map(({ _id }) => String(_id));
    deleted += await deleteWithin(models, name, ids);
    for (const some of chunksOf(ids, CHUNK))
      deleted += (await collection.deleteMany({ _id: { $in: some } } as object)).deletedCount;
  }
}

/** The fields of a collection that may name artifacts. */
const fieldsOf = (name: CollectionName): Record<string, 1> =>
  Object.fromEntries((BELONGINGS[name].artifacts ?? []).map((field) => [field, 1]));

async function holdNamed(models: Models, documents: readonly object[], { projectId, at }: Releasing): Promise<void> {
  const ids = new Set<string>();
  // The id of a document may be bound to an artifact's, and is no reference.
  for (const { _id, ...fields } of documents as { _id: unknown }[]) eachArtifactId(fields, (id) => void ids.add(id));
  if (ids.size > 0) await holdAgain(models, projectId, [...ids], at);
}

/** How many documents would go with a run. Each is found by an index; reading a whole collection once would keep the embedded database busy. */
export async function countRun(models: Models, runId: string): Promise<number> {
  const counts = await Promise.all(
    PARTS.map(({ name, field }) => models[name].collection.countDocuments({ [field]: runId })),
  );
  return counts.reduce((a, b) => a + b, 1);
}
