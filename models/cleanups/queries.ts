// Queries for sweeps and their plans: who runs them, their progress and their result.
import { type CleanupCounts, type CleanupKind, noCounts } from "../../domain/retention/cleanup.ts";
import type { RetentionKind } from "../../domain/words/retention.ts";
import { isWritten, type Models } from "../index.ts";
import { keepNewest } from "../lib/newest.ts";
import type { Cleanup, StoredByProject } from "./schema.ts";

/** Number of ended cleanups that are kept. */
const KEPT = 100;

/**
 * Creates a cleanup for a worker to run. If one of the same kind is already open, returns that one; a manual request turns an open daily
 * cleanup into a manual one.
 */
export async function insertCleanup(
  models: Models,
  { at, daily = false, ...wanted }: { _id: string; kind: CleanupKind; at: Date; daily?: boolean },
): Promise<Cleanup> {
  const lock = wanted.kind;
  for (;;) {
    const cleanup = { ...wanted, daily, lock, status: "waiting", createdAt: at, phase: "waiting" } as const;
    const isNew = await isWritten(models.cleanups.create(cleanup));
    if (!isNew && !daily) await models.cleanups.updateOne({ lock }, { $set: { daily: false } });
    const found = await models.cleanups.findOne({ lock }).lean<Cleanup>();
    // null if the open one ended at this moment, so there is room for this one.
    if (found !== null) return found;
  }
}

export const findCleanup = (models: Models, id: string): Promise<Cleanup | null> =>
  models.cleanups.findOne({ _id: id }).lean<Cleanup>().exec();

/** Returns the cleanups that have not ended, oldest first. */
export const openCleanups = (models: Models): Promise<Cleanup[]> =>
  models.cleanups
    .find({ status: { $in: ["waiting", "running"] } })
    .sort({ createdAt: 1 })
    .lean<Cleanup[]>()
    .exec();

/** Returns whether a cleanup is waiting for a worker to start it. */
export async function hasWaitingCleanup({ cleanups }: Models): Promise<boolean> {
  return (await cleanups.exists({ status: "waiting" })) !== null;
}

/** Returns the newest completed cleanup of a kind, or null if there is none. */
export const lastCleanup = (models: Models, kind: CleanupKind): Promise<Cleanup | null> =>
  models.cleanups.findOne({ kind, status: "completed" }).sort({ createdAt: -1 }).lean<Cleanup>().exec();

/** Returns the newest completed daily sweep. Manual ones do not count, because they do not show that people expect the daily one. */
export const lastDailySweep = (models: Models): Promise<Cleanup | null> =>
  models.cleanups
    .findOne({ kind: "retention", daily: true, status: "completed" })
    .sort({ createdAt: -1 })
    .lean<Cleanup>()
    .exec();

/** Returns the newest cleanup of a kind, whatever its status, or null if there is none. */
export const newestCleanup = (models: Models, kind: CleanupKind): Promise<Cleanup | null> =>
  models.cleanups.findOne({ kind }).sort({ createdAt: -1 }).lean<Cleanup>().exec();

/** Starts or continues the cleanup and returns it, or returns null if it has ended. */
export async function beginCleanup(models: Models, id: string, at: Date): Promise<Cleanup | null> {
  await models.cleanups.updateOne({ _id: id, status: "waiting" }, { $set: { status: "running", startedAt: at } });
  return models.cleanups.findOne({ _id: id, status: "running" }).lean<Cleanup>();
}

export async function notePhase(models: Models, id: string, phase: string): Promise<void> {
  await models.cleanups.updateOne({ _id: id }, { $set: { phase } });
}

/** Adds to the counts in one update. `step`: counted only once for this step, however often it is repeated. */
export async function addCounts(models: Models, id: string, counts: CleanupCounts, step?: string): Promise<void> {
  const grows = growthOf(counts);
  if (Object.keys(grows).length === 0) return;
  if (step === undefined) await models.cleanups.updateOne({ _id: id }, { $inc: grows });
  else await models.cleanups.updateOne({ _id: id, done: { $ne: step } }, { $inc: grows, $push: { done: step } });
}

/** Counts a deleted run or job with its documents, once however often it is repeated before the next one. */
export async function addDeleted(
  models: Models,
  id: string,
  ownerId: string,
  { projectId, kind, documents }: { projectId: string; kind: RetentionKind; documents: number },
): Promise<void> {
  const $inc = growthOf({ [projectId]: { ...noCounts(), runs: { [kind]: 1 }, documents } });
  await models.cleanups.updateOne({ _id: id, lastRun: { $ne: ownerId } }, { $inc, $set: { lastRun: ownerId } });
}

/** Returns the number of slices per pass: the first number that was recorded. */
export async function noteSlices(models: Models, id: string, slices: number): Promise<number> {
  await models.cleanups.updateOne({ _id: id, slices: null }, { $set: { slices } });
  return (await findCleanup(models, id))?.slices ?? slices;
}

/** Makes the cleanup do nothing from now on and end as skipped. */
export async function skipCleanup(models: Models, id: string, why: string): Promise<void> {
  await models.cleanups.updateOne({ _id: id, status: "running" }, { $set: { skip: why } });
}

/** Adds what bytes belong to, once per step. */
export async function addStoredKinds(models: Models, id: string, stored: StoredByProject, step: string): Promise<void> {
  const grows: Record<string, number> = {};
  for (const [project, kinds] of Object.entries(stored))
    for (const [kind, { bytes, artifacts }] of Object.entries(kinds)) {
      grows[`stored.${project}.${kind}.bytes`] = bytes;
      grows[`stored.${project}.${kind}.artifacts`] = artifacts;
    }
  if (Object.keys(grows).length === 0) return;
  await models.cleanups.updateOne({ _id: id, done: { $ne: step } }, { $inc: grows, $push: { done: step } });
}

function growthOf(counts: CleanupCounts): Record<string, number> {
  const grows: Record<string, number> = {};
  for (const [project, { runs, ...rest }] of Object.entries(counts)) {
    for (const [name, count] of Object.entries(rest)) if (count !== 0) grows[`counts.${project}.${name}`] = count;
    for (const [kind, count] of Object.entries(runs)) if (count) grows[`counts.${project}.runs.${kind}`] = count;
  }
  return grows;
}

/** `error` is null if it completed. `skip`: why it deleted nothing. */
export type CleanupEnd = { at: Date; error: string | null; skip?: string | null };

/** Ends the cleanup, and deletes the oldest ended ones of its kind. */
export async function endCleanup(models: Models, id: string, { at, error, skip = null }: CleanupEnd): Promise<void> {
  const fine = skip === null ? ("completed" as const) : ("skipped" as const);
  const status = error === null ? fine : ("failed" as const);
  const set = { status, phase: status, finishedAt: at, error: error ?? skip, lock: id };
  await models.cleanups.updateOne({ _id: id, status: { $in: ["waiting", "running"] } }, { $set: set });
  const ended = await models.cleanups.findOne({ _id: id }, { kind: 1 }).lean<Pick<Cleanup, "kind">>();
  if (ended === null) return;
  await keepNewest(models.cleanups, {
    by: "createdAt",
    count: KEPT,
    filter: { kind: ended.kind, finishedAt: { $ne: null } },
  });
}
