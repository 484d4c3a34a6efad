// Ignored changes: asked by place and by project, made, stopped and taken up again. Guarded writes answer whether they applied.
import { given } from "../../domain/given.ts";
import type { Ignored } from "../../domain/visual/ignored/ignored.ts";
import { type BaselineKey, baselineIdOf } from "../baselines/key.ts";
import type { Models } from "../index.ts";
import { onMainBranch } from "../runs/queries.ts";
import type { Shot } from "../shots/schema.ts";
import type { IgnoredChange } from "./schema.ts";

/** Of one place; whoever ignores more there wants a rule. */
const MAX_OF_PLACE = 100;
const EVERY_BRANCH = "";

/** The baseline's key without its branch, as an id. */
export const placeIdOf = (key: BaselineKey): string => baselineIdOf({ ...key, branch: EVERY_BRANCH });

/** Where a change that is ignored in a result holds: on the main branch for all branches, elsewhere for its own. */
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

/** What was ignored in this place, on its branch and on all, the newest first; what has ended too. */
export async function ignoredAt(models: Models, key: BaselineKey): Promise<Ignored[]> {
  const stored = await models.ignoredChanges
    .find({ placeId: placeIdOf(key), branch: { $in: [EVERY_BRANCH, key.branch] } })
    .sort({ at: -1 })
    .limit(MAX_OF_PLACE)
    .lean<IgnoredChange[]>();
  return stored.map(ignoredOf);
}

/** Of a project or of one of its scenarios, the newest first. */
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

/** The project's one with this id; null: there is none. */
export const findIgnoredChange = (models: Models, projectId: string, id: string): Promise<IgnoredChange | null> =>
  models.ignoredChanges.findOne({ _id: id, projectId }).lean<IgnoredChange>();

export async function insertIgnoredChange(models: Models, ignored: IgnoredChange): Promise<void> {
  await models.ignoredChanges.create(ignored);
}

/** Ends it for everybody; false: it is gone, or somebody stopped it first. */
export async function stopIgnored(models: Models, id: string, { by, at }: { by: string; at: Date }): Promise<boolean> {
  const change = { $set: { stoppedAt: at, stoppedBy: by } };
  return (await models.ignoredChanges.updateOne({ _id: id, stoppedAt: null }, change)).modifiedCount === 1;
}

/** Takes back a stop, the very one that was seen; false: it holds already, or was stopped by somebody else since. */
export async function resumeIgnored(models: Models, id: string, stoppedAt: Date): Promise<boolean> {
  const change = { $set: { stoppedAt: null, stoppedBy: null } };
  return (await models.ignoredChanges.updateOne({ _id: id, stoppedAt }, change)).modifiedCount === 1;
}

/** Stops those that were made from a result and hold still; answers them as they stand then. */
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

/** With the scenario that they were of. */
export async function deleteIgnoredOf(models: Models, projectId: string, scenarioId: string): Promise<void> {
  await models.ignoredChanges.deleteMany({ projectId, scenarioId });
}
