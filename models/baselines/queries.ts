// Queries for baselines and their history entries; models/baselines/load.ts looks them up for a run.

import type { Models } from "../index.ts";
import type { Fields, Row } from "../lib/fields.ts";
import { oneOf } from "../lib/oneOf.ts";
import { eachInTurns, readInTurns } from "../lib/readInTurns.ts";
import type { Shot } from "../shots/schema.ts";
import { baselineIdOf } from "./key.ts";
import { type Baseline, type BaselineVersion, STANDING } from "./schema.ts";

/** Returns the baseline with this id, withdrawn or not, or null if there is none. */
export function findBaseline(models: Models, baselineId: string): Promise<Baseline | null> {
  return models.baselines.findOne({ _id: baselineId }).lean<Baseline>();
}

/** Returns the number of baselines of a project that are not withdrawn. */
export const countStandingBaselines = (models: Models, projectId: string): Promise<number> =>
  models.baselines.countDocuments({ projectId, ...STANDING });

/** Returns the baselines of a project that are not withdrawn, sorted by id. `after`: only those with a greater id. */
export function standingBaselinesOf(
  models: Models,
  projectId: string,
  { scenarioId, after, limit }: { scenarioId?: string; after: string | null; limit: number },
): Promise<Baseline[]> {
  const wanted = { ...(scenarioId !== undefined && { scenarioId }), ...(after !== null && { _id: { $gt: after } }) };
  return readInTurns(models.baselines, { projectId, ...STANDING, ...wanted }, { sort: { _id: 1 }, limit });
}

/** Calls `work` with each baseline of a branch that is not withdrawn, in no particular order. */
export function eachStandingBaseline<F extends keyof Baseline>(
  models: Models,
  { projectId, branch }: { projectId: string; branch: string },
  { fields, limit }: { fields: Fields<Baseline, F>; limit: number },
  work: (baseline: Row<Baseline, F>) => void,
): Promise<void> {
  return eachInTurns<Baseline>(models.baselines, { projectId, branch, ...STANDING }, { fields, limit }, work);
}

export type Standing = Pick<Baseline, "_id" | "version" | "withdrawn"> & {
  picture: Pick<Baseline["picture"], "artifactId">;
};

/** Returns the newest versions of the baselines that these shots would replace, by baseline id. */
export async function baselinesOfShots(
  models: Models,
  shots: readonly Pick<Shot, "baselineKey">[],
): Promise<Map<string, Standing>> {
  const ids = [...new Set(shots.map(({ baselineKey }) => baselineIdOf(baselineKey)))];
  const fields = { version: 1, withdrawn: 1, "picture.artifactId": 1 } as const;
  const found = ids.length === 0 ? [] : await models.baselines.find({ _id: oneOf(ids) }, fields).lean<Standing[]>();
  return new Map(found.map((one) => [one._id, one]));
}

/** Returns the entries of these baselines, newest first. */
export function historiesOf(models: Models, baselineIds: readonly string[]): Promise<BaselineVersion[]> {
  return readInTurns(models.baselineVersions, { baselineId: oneOf(baselineIds) }, { sort: { version: -1 } });
}

/** Returns the id of the newest entry of a baseline that came from this shot, or null if there is none. */
export async function versionFromShot(models: Models, shot: Pick<Shot, "_id" | "baselineKey">): Promise<string | null> {
  const wanted = { baselineId: baselineIdOf(shot.baselineKey), fromShotId: shot._id };
  const found = await models.baselineVersions.findOne(wanted, { _id: 1 }).sort({ version: -1 }).lean<{ _id: string }>();
  return found?._id ?? null;
}
