// Reverts what a run promoted, baseline by baseline. Like every rollback it adds entries; nothing is removed.

import type { Models } from "../index.ts";
import { type BaselineKey, keyOf } from "./key.ts";
import { latestVersion, MAX_TURNS, movePointer } from "./promote.ts";
import type { Baseline, BaselineVersion } from "./schema.ts";
import { addReturn } from "./undo.ts";

/** `by` and `person`: as in `Rollback`. */
export type RunRollback = { runId: string; by: string; person: string; at: Date; newId: () => string };

/**
 * `rolledBack`: `to` is current again, as entry `current`; `to` is null if the run created the first picture, so the baseline has none
 * now. `changed` is false if that was already the case. `kept`: `current` was promoted after the run, so it stays.
 */
export type BaselineRollback = {
  key: BaselineKey;
  baselineId: string;
  from: BaselineVersion;
  current: BaselineVersion;
} & ({ outcome: "rolledBack"; to: BaselineVersion | null; changed: boolean } | { outcome: "kept" });

/** Safe to repeat and to race: a promotion that comes in between is newer and stays. */
export async function rollbackRun(models: Models, rollback: RunRollback): Promise<BaselineRollback[]> {
  const entries = await promotionsOf(models, rollback.runId);
  const done: BaselineRollback[] = [];
  for (const [baselineId, own] of Map.groupBy(entries, (entry) => entry.baselineId)) {
    const key = await keyOfEntries(models, baselineId, own);
    if (key) done.push(await rollbackOne(models, rollback, key, own.at(-1)!));
  }
  return done;
}

/** Returns the entries that a run created itself and those approved from it, oldest first. */
export async function promotionsOf(models: Models, runId: string): Promise<BaselineVersion[]> {
  const entries = await models.baselineVersions.find({ fromRunId: runId }).lean<BaselineVersion[]>();
  return entries.filter(({ how }) => how !== "rollback").sort((a, b) => a.version - b.version);
}

async function rollbackOne(
  models: Models,
  { runId, by, person, at, newId }: RunRollback,
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
    const current = await addReturn(models, key, { latest, undone: latest, to, by, person, at, id: newId() });
    if (current) return { ...answer, outcome: "rolledBack", to, changed: true, current };
  }
  throw new Error(`The baseline ${baselineId} could not be rolled back: other writers were faster ${MAX_TURNS} times.`);
}

/** Returns the entry before those of the run, or null if there was none or it was withdrawn. */
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

/** Returns the key of a baseline; null if unknown. A run that died between entry and pointer left no pointer; its shot then provides the key. */
export async function keyOfEntries(
  models: Models,
  baselineId: string,
  own: readonly BaselineVersion[],
): Promise<BaselineKey | null> {
  const pointer = await models.baselines.findById(baselineId).lean<Baseline>();
  if (pointer) return keyOf(pointer);
  const shotIds = own.flatMap(({ fromShotId }) => fromShotId ?? []);
  const shot = await models.shots.findOne({ _id: { $in: shotIds } }, { baselineKey: 1 }).lean();
  return (shot?.baselineKey as BaselineKey | undefined) ?? null;
}
