// Takes back what a run promoted, baseline by baseline. It adds entries, as every way back does; nothing is taken out.

import type { Models } from "../index.ts";
import { keyOf } from "./history.ts";
import type { BaselineKey } from "./key.ts";
import { originOfReturn } from "./origin.ts";
import { addVersion, latestVersion, MAX_TURNS, movePointer } from "./promote.ts";
import type { Baseline, BaselineVersion } from "./schema.ts";

export type RunRollback = { runId: string; by: string; at: Date; newId: () => string };

/**
 * `rolledBack`: `to` is current again, as `current`; null where the run made the first picture, so the baseline has none now.
 * `changed` is false where that was so already. `kept`: `current` was promoted after the run, so it stands.
 */
export type BaselineRollback = {
  key: BaselineKey;
  baselineId: string;
  from: BaselineVersion;
  current: BaselineVersion;
} & ({ outcome: "rolledBack"; to: BaselineVersion | null; changed: boolean } | { outcome: "kept" });

/** Safe to repeat and to race: a promotion that comes in between is newer, and stands. */
export async function rollbackRun(models: Models, rollback: RunRollback): Promise<BaselineRollback[]> {
  const entries = await promotionsOf(models, rollback.runId);
  const done: BaselineRollback[] = [];
  for (const [baselineId, own] of Map.groupBy(entries, (entry) => entry.baselineId)) {
    const key = await keyOfEntry(models, baselineId, own);
    if (key) done.push(await rollbackOne(models, rollback, key, own.at(-1)!));
  }
  return done;
}

/** The entries that a run made by itself, and those that were approved of it, oldest first. */
export async function promotionsOf(models: Models, runId: string): Promise<BaselineVersion[]> {
  const entries = await models.baselineVersions.find({ fromRunId: runId }).lean<BaselineVersion[]>();
  return entries.filter(({ how }) => how !== "rollback").sort((a, b) => a.version - b.version);
}

async function rollbackOne(
  models: Models,
  { runId, by, at, newId }: RunRollback,
  key: BaselineKey,
  from: BaselineVersion,
): Promise<BaselineRollback> {
  const { baselineId } = from;
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const latest = (await latestVersion(models, baselineId)) ?? from;
    const to = await before(models, from, runId);
    const answer = { key, baselineId, from };
    if (latest.undoesRunId === runId || (latest.how === "rollback" && isPictureOf(latest, to))) {
      await movePointer(models, key, latest);
      return { ...answer, outcome: "rolledBack", to, changed: false, current: latest };
    }
    if (!isOf(latest, runId)) return { ...answer, outcome: "kept", current: latest };
    const current: BaselineVersion = {
      _id: newId(),
      baselineId,
      projectId: key.projectId,
      version: latest.version + 1,
      picture: (to ?? latest).picture,
      promotedBy: by,
      how: "rollback",
      fromRunId: to?.fromRunId ?? null,
      // No shot: the one it once came from must not count as promoted again.
      fromShotId: null,
      previousVersionId: latest._id,
      withdrawn: to === null,
      undoesRunId: runId,
      at,
      ...originOfReturn(to, by),
    };
    if (!(await addVersion(models, current))) continue;
    await movePointer(models, key, current);
    return { ...answer, outcome: "rolledBack", to, changed: true, current };
  }
  throw new Error(`The baseline ${baselineId} could not be rolled back: other writers were faster ${MAX_TURNS} times.`);
}

/** The entry before those of the run; null: there was none, or none that stood. */
async function before(models: Models, from: BaselineVersion, runId: string): Promise<BaselineVersion | null> {
  let entry: BaselineVersion | null = from;
  while (entry && isOf(entry, runId))
    entry = entry.previousVersionId
      ? await models.baselineVersions.findById(entry.previousVersionId).lean<BaselineVersion>()
      : null;
  return entry?.withdrawn ? null : entry;
}

const isOf = (entry: BaselineVersion, runId: string) => entry.fromRunId === runId && entry.how !== "rollback";

function isPictureOf(entry: BaselineVersion, to: BaselineVersion | null): boolean {
  return to === null ? entry.withdrawn === true : entry.picture.artifactId === to.picture.artifactId;
}

/** A run that died between the entry and the pointer left no pointer: then its shot knows the key. */
async function keyOfEntry(models: Models, baselineId: string, own: BaselineVersion[]): Promise<BaselineKey | null> {
  const pointer = await models.baselines.findById(baselineId).lean<Baseline>();
  if (pointer) return keyOf(pointer);
  const shotIds = own.flatMap(({ fromShotId }) => fromShotId ?? []);
  const shot = await models.shots.findOne({ _id: { $in: shotIds } }, { baselineKey: 1 }).lean();
  return (shot?.baselineKey as BaselineKey | undefined) ?? null;
}
