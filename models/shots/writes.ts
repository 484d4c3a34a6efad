// Writes the planned shots, and changes them unless they were decided in the meantime.

import type { Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import type { Shot } from "./schema.ts";

/** Number of shots per insert; each includes its instruction. */
const CHUNK = 200;

export async function insertShots(models: Models, shots: readonly Shot[]): Promise<void> {
  for (const some of chunksOf(shots, CHUNK)) await models.shots.insertMany(some);
}

/** Deletes the shots of a run whose plan is not complete yet. */
export async function deleteShots(models: Models, runId: string): Promise<void> {
  // An attempt that was stopped for a while must not delete what the run has judged since. What it took over is planned again.
  await models.shots.deleteMany({ runId, $or: [{ status: "pending" }, { carriedFrom: { $ne: null } }] });
}

/** Fields of a shot, and single pictures among its artifacts. */
export type ShotPatch = Partial<Omit<Shot, "_id">> & {
  "artifacts.baseline"?: string | null;
  "artifacts.diff"?: string | null;
};

/** Applies a patch if the shot still has this status. Returns false if it was decided in the meantime. */
export async function changeShotAt(
  models: Models,
  { _id, status }: Pick<Shot, "_id" | "status">,
  patch: ShotPatch,
): Promise<boolean> {
  return (await models.shots.updateOne({ _id, status }, { $set: patch })).matchedCount === 1;
}

export async function keepDiff(models: Models, shotId: string, artifactId: string): Promise<void> {
  await models.shots.updateOne({ _id: shotId }, { $set: { "artifacts.diff": artifactId } });
}
