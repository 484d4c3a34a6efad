// Sweeps and their plans: who takes them, how far they are, and how they ended.
import type { CleanupCounts, CleanupKind } from "../../domain/retention/cleanup.ts";
import { isDuplicateKey, type Models } from "../index.ts";
import { keepNewest } from "../lib/newest.ts";
import type { Cleanup, StoredByProject } from "./schema.ts";

/** Ended ones that are kept. */
const KEPT = 100;

/**
 * Writes one that a worker is to do. Where the same is under way already, that one is answered; somebody who asks for the daily one makes it
 * theirs.
 */
export async function insertCleanup(
  models: Models,
  { at, daily = false, ...wanted }: { _id: string; kind: CleanupKind; at: Date; daily?: boolean },
): Promise<Cleanup> {
  const lock = wanted.kind;
  for (;;) {
    try {
      await models.cleanups.create({ ...wanted, daily, lock, status: "waiting", createdAt: at, phase: "waiting" });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      if (!daily) await models.cleanups.updateOne({ lock }, { $set: { daily: false } });
    }
    const found = await models.cleanups.findOne({ lock }).lean<Cleanup>();
    // Null: it ended in this moment, so there is room for this one.
    if (found !== null) return found;
  }
}

export const findCleanup = (models: Models, id: string): Promise<Cleanup | null> =>
  models.cleanups.findOne({ _id: id }).lean<Cleanup>().exec();

/** Those that have not ended, oldest first. */
export const openCleanups = (models: Models): Promise<Cleanup[]> =>
  models.cleanups
    .find({ status: { $in: ["waiting", "running"] } })
    .sort({ createdAt: 1 })
    .lean<Cleanup[]>()
    .exec();

/** Whether one waits for a worker to begin with it. */
export async function hasWaitingCleanup({ cleanups }: Models): Promise<boolean> {
  return (await cleanups.exists({ status: "waiting" })) !== null;
}

/** The newest that ended of a kind; null: none did. */
export const lastCleanup = (models: Models, kind: CleanupKind): Promise<Cleanup | null> =>
  models.cleanups.findOne({ kind, status: "completed" }).sort({ createdAt: -1 }).lean<Cleanup>().exec();

/** The newest daily sweep that ended: one that somebody asked for says nothing of whether people expect the daily one. */
export const lastDailySweep = (models: Models): Promise<Cleanup | null> =>
  models.cleanups
    .findOne({ kind: "retention", daily: true, status: "completed" })
    .sort({ createdAt: -1 })
    .lean<Cleanup>()
    .exec();

/** The newest of a kind, however it stands; null: there was none. */
export const newestCleanup = (models: Models, kind: CleanupKind): Promise<Cleanup | null> =>
  models.cleanups.findOne({ kind }).sort({ createdAt: -1 }).lean<Cleanup>().exec();

/** Answers the cleanup where it may go on; null: it has ended. */
export async function beginCleanup(models: Models, id: string, at: Date): Promise<Cleanup | null> {
  await models.cleanups.updateOne({ _id: id, status: "waiting" }, { $set: { status: "running", startedAt: at } });
  return models.cleanups.findOne({ _id: id, status: "running" }).lean<Cleanup>();
}

export async function notePhase(models: Models, id: string, phase: string): Promise<void> {
  await models.cleanups.updateOne({ _id: id }, { $set: { phase } });
}

/** Adds to the counts, at once. `step`: only once for this step, however often it is repeated. */
export async function addCounts(models: Models, id: string, counts: CleanupCounts, step?: string): Promise<void> {
  const grows = growthOf(counts);
  if (Object.keys(grows).length === 0) return;
  if (step === undefined) await models.cleanups.updateOne({ _id: id }, { $inc: grows });
  else await models.cleanups.updateOne({ _id: id, done: { $ne: step } }, { $inc: grows, $push: { done: step } });
}

/** Adds what went with a run, once however often it is repeated before the next run. */
export async function addRunCounts(models: Models, id: string, runId: string, counts: CleanupCounts): Promise<void> {
  const $inc = growthOf(counts);
  await models.cleanups.updateOne({ _id: id, lastRun: { $ne: runId } }, { $inc, $set: { lastRun: runId } });
}

/** How many slices each pass of it takes: the first number that was noted. */
export async function noteSlices(models: Models, id: string, slices: number): Promise<number> {
  await models.cleanups.updateOne({ _id: id, slices: null }, { $set: { slices } });
  return (await findCleanup(models, id))?.slices ?? slices;
}

/** From now on it does nothing, and ends as skipped. */
export async function skipCleanup(models: Models, id: string, why: string): Promise<void> {
  await models.cleanups.updateOne({ _id: id, status: "running" }, { $set: { skip: why } });
}

/** Adds what bytes belong to, once for each step. */
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

/** `error` null: it is complete. `skip`: why it deleted nothing. */
export type CleanupEnd = { at: Date; error: string | null; skip?: string | null };

/** Ends it. The oldest of its kind that ended go. */
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
