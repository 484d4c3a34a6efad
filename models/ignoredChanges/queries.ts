// Ignored changes: looked up by place and by project, created, stopped and resumed. Guarded writes return whether they applied.
import { given } from "../../domain/given.ts";
import type { Ignored } from "../../domain/visual/ignored/ignored.ts";
import { type BaselineKey, baselineIdOf } from "../baselines/key.ts";
import type { Models } from "../index.ts";
import { onMainBranch } from "../runs/queries.ts";
import type { Shot } from "../shots/schema.ts";
import type { IgnoredChange } from "./schema.ts";

/** Maximum number of ignored changes per place; more of them call for a rule. */
const MAX_OF_PLACE = 100;
const EVERY_BRANCH = "";

/** Returns the id of the baseline's key without its branch. */
export const placeIdOf = (key: BaselineKey): string => baselineIdOf({ ...key, branch: EVERY_BRANCH });

/** Returns where an ignored change applies: on all branches if it was ignored on the main branch, otherwise on its own branch. */
export function placeOfIgnored(
  key: BaselineKey,
  mainBranch: string,
): Pick<
  IgnoredChange,
  "placeId" | "branch" | "projectId" | "environmentId" | "scenarioId" | "selector" | "viewport" | "browser" | "mode"
> {
  const { branch, ...place } = key;
  return { ...place, placeId: placeIdOf(key), branch: onMainBranch(branch, mainBranch) ? EVERY_BRANCH : branch };
}

export const ignoredOf = ({
  _id: id,
  parts,
  pixels,
  end,
  until,
  baseline,
  by,
  note,
  sentences,
  stoppedAt,
  stoppedBy,
}: IgnoredChange): Ignored => ({
  id,
  parts,
  pixels,
  end,
  until,
  baseline,
  by,
  note,
  sentences,
  stoppedAt,
  stoppedBy,
});

/** Returns what was ignored in this place, on its branch and on all, newest first; including what has ended. */
export async function ignoredAt(models: Models, key: BaselineKey): Promise<Ignored[]> {
  const stored = await models.ignoredChanges
    .find({ placeId: placeIdOf(key), branch: { $in: [EVERY_BRANCH, key.branch] } })
    .sort({ at: -1 })
    .limit(MAX_OF_PLACE)
    .lean<IgnoredChange[]>();
  return stored.map(ignoredOf);
}

/** Returns the ignored changes of a project or of one of its scenarios, newest first. */
export function ignoredChangesOf(
  models: Models,
  { projectId, scenarioId }: { projectId: string; scenarioId?: string | undefined },
  limit: number,
): Promise<IgnoredChange[]> {
  return models.ignoredChanges
    .find(given({ projectId, scenarioId }))
    .sort({ at: -1, _id: -1 })
    .limit(limit)
    .lean<IgnoredChange[]>();
}

/** Returns the project's ignored change with this id, or null if there is none. */
export const findIgnoredChange = (models: Models, projectId: string, id: string): Promise<IgnoredChange | null> =>
  models.ignoredChanges.findOne({ _id: id, projectId }).lean<IgnoredChange>();

export async function insertIgnoredChange(models: Models, ignored: IgnoredChange): Promise<void> {
  await models.ignoredChanges.create(ignored);
}

/** Stops it for everybody. Returns false if it was deleted or already stopped. */
export async function stopIgnored(models: Models, id: string, { by, at }: { by: string; at: Date }): Promise<boolean> {
  const change = { $set: { stoppedAt: at, stoppedBy: by } };
  return (await models.ignoredChanges.updateOne({ _id: id, stoppedAt: null }, change)).modifiedCount === 1;
}

/** Reverts the stop at `stoppedAt`. Returns false if it is in force, or was stopped again since. */
export async function resumeIgnored(models: Models, id: string, stoppedAt: Date): Promise<boolean> {
  const change = { $set: { stoppedAt: null, stoppedBy: null } };
  return (await models.ignoredChanges.updateOne({ _id: id, stoppedAt }, change)).modifiedCount === 1;
}

/** Stops the ignored changes that were created from a result and are in force. Returns them in their new state. */
export async function stopIgnoredOfShot(
  models: Models,
  { _id: shotId, baselineKey }: Pick<Shot, "_id" | "baselineKey">,
  { by, at }: { by: string; at: Date },
): Promise<Ignored[]> {
  const wanted = { placeId: placeIdOf(baselineKey), shotId, stoppedAt: null };
  const holding = await models.ignoredChanges.find(wanted).lean<IgnoredChange[]>();
  const change = { $set: { stoppedAt: at, stoppedBy: by } };
  if (holding.length > 0) await models.ignoredChanges.updateMany(wanted, change);
  return holding.map((one) => ({ ...ignoredOf(one), stoppedAt: at, stoppedBy: by }));
}

/** Deletes the ignored changes of a deleted scenario. */
export async function deleteIgnoredOf(models: Models, projectId: string, scenarioId: string): Promise<void> {
  await models.ignoredChanges.deleteMany({ projectId, scenarioId });
}
