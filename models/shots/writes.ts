// How shots are planned, and changed while nobody else has decided them.

import type { Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import type { Shot } from "./schema.ts";

/** Shots of one insert: each brings its instruction along. */
const CHUNK = 200;

/** Writes the shots of a plan. */
export async function insertShots(models: Models, shots: readonly Shot[]): Promise<void> {
  for (const some of chunksOf(shots, CHUNK)) await models.shots.insertMany(some);
}

/** Deletes the shots of a run whose plan does not stand yet. */
export async function deleteShots(models: Models, runId: string): Promise<void> {
  await models.shots.deleteMany({ runId });
}

/** Fields of a shot, and the pictures among its artifacts one by one. */
export type ShotPatch = Partial<Omit<Shot, "_id">> & {
  "artifacts.baseline"?: string | null;
  "artifacts.diff"?: string | null;
};

/** Writes a patch where the shot still has this status; false: it was decided meanwhile. */
export async function changeShotAt(
  models: Models,
  { _id, status }: Pick<Shot, "_id" | "status">,
  patch: ShotPatch,
): Promise<boolean> {
  return (await models.shots.updateOne({ _id, status }, { $set: patch })).matchedCount === 1;
}

/** Keeps the picture that shows how a shot differs. */
export async function keepDiff(models: Models, shotId: string, artifactId: string): Promise<void> {
  await models.shots.updateOne({ _id: shotId }, { $set: { "artifacts.diff": artifactId } });
}
