// Deletes problems that were fixed long ago, so that their number stays bounded, and leftovers of lists.
import { type Entry, MAX_ENTRIES } from "../../domain/problems/entries.ts";
import { isForgotten } from "../../domain/problems/retention.ts";
import type { Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import { readInTurns } from "../lib/readInTurns.ts";
import type { Project } from "../projects/schema.ts";
import type { ProblemList } from "./list.ts";
import { refreshList, wholeOf } from "./lists.ts";
import { findList, hasTexts } from "./listTexts.ts";
import { problemsByIds } from "./queries.ts";
import { atOf } from "./shelf.ts";

/** Number of problems per call: the embedded database rejects very many at once. */
const BATCH = 500;
/** Maximum number of problems of one list per round; the next round continues. */
const MAX_A_ROUND = 2_000;
/** Far longer than any write of a list: what no list references by then was left by a writer that was killed. */
const ORPHANED_AFTER_MS = 3_600_000;

/** `until`: problems fixed before then are deleted. `mostAtOnce`: maximum per list and round. */
export type Retention = { until: Date; now: Date; mostAtOnce?: number };

/** Processes one project per round. Returns the number of deleted problems, or null if every project was processed today. */
export async function sweepProblems(models: Models, retention: Retention): Promise<number | null> {
  const today = retention.now.toISOString().slice(0, 10);
  const project = await models.projects
    .findOne({ problemsSweptOn: { $ne: today } }, { _id: 1 })
    .lean<Pick<Project, "_id">>();
  if (project === null) return null;
  const { _id } = project;
  // Marked first, so that a project that cannot be swept does not block the others.
  await models.projects.updateOne({ _id }, { $set: { problemsSweptOn: today } });
  const lists = await readInTurns<ProblemList, Pick<ProblemList, "_id">>(
    models.problemLists,
    { projectId: _id },
    { fields: { _id: 1 } },
  );
  let deleted = 0;
  let more = false;
  for (const list of lists) {
    const swept = await sweepList(models, list._id, retention);
    await deleteOrphans(models, list._id, retention.now);
    deleted += swept.deleted;
    more ||= swept.more;
  }
  if (more) await models.projects.updateOne({ _id }, { $unset: { problemsSweptOn: 1 } });
  return deleted;
}

async function sweepList(
  models: Models,
  listId: string,
  retention: Retention,
): Promise<{ deleted: number; more: boolean }> {
  const nothing = { deleted: 0, more: false };
  let list = await findList(models, listId);
  if (list === null) return nothing;
  const at = atOf(list);
  // A list of an earlier version does not have the time of a fix.
  if (!hasTexts(list)) {
    await refreshList(models, at, []);
    list = await findList(models, listId);
    if (list === null) return nothing;
  }
  const { fixed } = await wholeOf(models, list);
  const isDue = ({ fixedAt }: Entry): boolean => fixedAt !== null && fixedAt < retention.until.getTime();
  const due = fixed.filter(isDue).map(({ id }) => id);
  const { mostAtOnce = MAX_A_ROUND } = retention;
  const gone = new Set<string>();
  let deleted = 0;
  let looked = 0;
  for (const ids of chunksOf(due, Math.min(BATCH, mostAtOnce))) {
    if (gone.size >= mostAtOnce) break;
    looked += ids.length;
    const result = await deleteForgotten(models, ids, retention);
    for (const id of result.gone) gone.add(id);
    deleted += result.deleted;
  }
  // A problem that reappeared since then and was fixed again has another time.
  const isDropped = (entry: Entry): boolean => isDue(entry) && gone.has(entry.id);
  // A full list lacks other problems, for which there is room now.
  if (gone.size > 0) await refreshList(models, at, [], { isDropped, anew: fixed.length >= MAX_ENTRIES });
  return { deleted, more: looked < due.length };
}

/** `gone`: the ids that no longer exist, including those that an earlier round deleted without updating the list. */
async function deleteForgotten(
  models: Models,
  ids: readonly string[],
  retention: Retention,
): Promise<{ gone: string[]; deleted: number }> {
  const before = await problemsByIds(models, ids);
  const forgotten = before.filter((one) => isForgotten(one, retention));
  // Only if unchanged since it was read: what a run found again, or a person changed, stays.
  const deletes = forgotten.map(({ _id, rev, runId }) => ({
    deleteOne: { filter: { _id, rev, runId, status: "fixed" as const } },
  }));
  const deleted = deletes.length === 0 ? 0 : (await models.problems.bulkWrite(deletes)).deletedCount;
  const left =
    deleted === deletes.length ? before.filter((one) => !forgotten.includes(one)) : await problemsByIds(models, ids);
  const there = new Set(left.map(({ _id }) => _id));
  return { gone: ids.filter((id) => !there.has(id)), deleted };
}

/** Deletes the packed documents of a list that it does not reference, and that no writer is about to reference. */
async function deleteOrphans(models: Models, listId: string, now: Date): Promise<void> {
  const list = await findList(models, listId);
  if (list === null) return;
  const latest = now.getTime() - ORPHANED_AFTER_MS;
  const named = (id: string): boolean => id === list.bodyId || (!!list.textId && id.startsWith(`${list.textId}:`));
  for (const { collection } of [models.problemListBodies, models.problemListTexts]) {
    type Written = { _id: string; writtenAt?: Date };
    const found = await readInTurns<unknown, Written>({ collection }, { listId }, { fields: { writtenAt: 1 } });
    const orphans = found.filter(({ _id, writtenAt }) => !named(_id) && (writtenAt?.getTime() ?? 0) < latest);
    for (const { _id } of orphans) await collection.deleteOne({ _id } as object);
  }
}
