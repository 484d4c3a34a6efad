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
 * Deletes one run that is hidden: its parts first, so that what a killed sweep leaves is still found by its run. The artifacts that they named
 * count as held at `at`: their own delay begins. Answers how many documents went; 0: it has gone already, or is shown again.
 */
export async function deleteRun(models: Models, { _id, hidden }: Hidden, at: Date): Promise<number> {
  const filter = { _id, status: HIDDEN } as object;
  const own = { projectId: hidden.projectId, at };
  const run = await models.runs.collection.findOne(filter, { projection: fieldsOf("runs") });
  if (run === null) return 0;
  const parts = await Promise.all(PARTS.map(({ name, field }) => deleteWhere(models, name, { [field]: _id }, own)));
  await holdNamed(models, [run], own);
  const { deletedCount } = await models.runs.collection.deleteOne(filter);
  return parts.reduce((sum, count) => sum + count, deletedCount);
}

type Releasing = { projectId: string; at: Date };

/**
 * Deletes all documents that fit, some at a time, each after what lies within it. `releasing`: what they name of the project's artifacts counts
 * as held at that time. Answers how many went.
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
