// What is asked about baselines and the entries of their histories; baselines/load.ts looks them up for a run.

import type { Models } from "../index.ts";
import type { Fields, Row } from "../lib/fields.ts";
import { oneOf } from "../lib/oneOf.ts";
import { eachInTurns, readInTurns } from "../lib/readInTurns.ts";
import type { Shot } from "../shots/schema.ts";
import { baselineIdOf } from "./key.ts";
import { type Baseline, type BaselineVersion, STANDING } from "./schema.ts";

/** The baseline with this id, whether it stands or not; null: there is none. */
export function findBaseline(models: Models, baselineId: string): Promise<Baseline | null> {
  return models.baselines.findOne({ _id: baselineId }).lean<Baseline>();
}

/** How many baselines of a project stand. */
export const countStandingBaselines = (models: Models, projectId: string): Promise<number> =>
  models.baselines.countDocuments({ projectId, ...STANDING });

/** Baselines of a project that stand, by their ids. `after`: only later ones. */
export function standingBaselinesOf(
  models: Models,
  projectId: string,
  { scenarioId, after, limit }: { scenarioId?: string; after: string | null; limit: number },
): Promise<Baseline[]> {
  const wanted = { ...(scenarioId !== undefined && { scenarioId }), ...(after !== null && { _id: { $gt: after } }) };
  return readInTurns(models.baselines, { projectId, ...STANDING, ...wanted }, { sort: { _id: 1 }, limit });
}

/** Calls `work` with the baselines of a branch that stand, in no order. */
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

/** The newest versions of the baselines that the results would replace, by the id of the baseline. */
export async function baselinesOfShots(
  models: Models,
  shots: readonly Pick<Shot, "baselineKey">[],
): Promise<Map<string, Standing>> {
  const ids = [...new Set(shots.map(({ baselineKey }) => baselineIdOf(baselineKey)))];
  const fields = { version: 1, withdrawn: 1, "picture.artifactId": 1 } as const;
  const found = ids.length === 0 ? [] : await models.baselines.find({ _id: oneOf(ids) }, fields).lean<Standing[]>();
  return new Map(found.map((one) => [one._id, one]));
}

/** The entries of these baselines, the newest first. */
export function historiesOf(models: Models, baselineIds: readonly string[]): Promise<BaselineVersion[]> {
  return readInTurns(models.baselineVersions, { baselineId: { $in: [...baselineIds] } }, { sort: { version: -1 } });
}

/** The id of the newest entry of a baseline that came from this shot; null: none did. */
export async function versionFromShot(models: Models, shot: Pick<Shot, "_id" | "baselineKey">): Promise<string | null> {
  const wanted = { baselineId: baselineIdOf(shot.baselineKey), fromShotId: shot._id };
  const found = await models.baselineVersions.findOne(wanted, { _id: 1 }).sort({ version: -1 }).lean<{ _id: string }>();
  return found?._id ?? null;
}
