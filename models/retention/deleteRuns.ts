// Deletes runs with all that belongs to them.
import type { Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import { owned } from "./belongings.ts";
import { deleteWithin } from "./deleteWithin.ts";

/** Documents deleted at once: the embedded database holds its lock meanwhile. */
const CHUNK = 500;

const PARTS = owned("run").filter(({ name }) => name !== "runs");

/**
 * Deletes one run that has ended: its parts first, so that what a killed sweep leaves is still found by its run. Answers how many documents
 * went; 0: it has gone already, or was opened again.
 */
export async function deleteRun(models: Models, runId: string): Promise<number> {
  const run = await models.runs.findOne({ _id: runId, status: { $ne: "running" } }, { _id: 1 }).lean();
  if (run === null) return 0;
  let deleted = 0;
  for (const { name, field } of PARTS) deleted += await deleteWhere(models, name, { [field]: runId });
  const { deletedCount } = await models.runs.deleteOne({ _id: runId });
  return deleted + deletedCount;
}

/** Deletes all documents that fit, some at a time, each after what lies within it. Answers how many went. */
export async function deleteWhere(models: Models, name: keyof Models, filter: object): Promise<number> {
  const { collection } = models[name];
  let deleted = 0;
  for (;;) {
    const found = await collection.find(filter, { projection: { _id: 1 }, limit: CHUNK }).toArray();
    if (found.length === 0) return deleted;
    const ids = found.map(({ _id }) => String(_id));
    deleted += await deleteWithin(models, name, ids);
    for (const some of chunksOf(ids, CHUNK))
      deleted += (await collection.deleteMany({ _id: { $in: some } } as object)).deletedCount;
  }
}

/** How many documents would go with a run. */
export async function countRun(models: Models, runId: string): Promise<number> {
  const counts = await Promise.all(
    PARTS.map(({ name, field }) => models[name].collection.countDocuments({ [field]: runId })),
  );
  return counts.reduce((a, b) => a + b, 1);
}
