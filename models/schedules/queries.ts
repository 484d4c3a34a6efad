// Queries for schedules and their due times.

import type { Models } from "../index.ts";
import { BATCH, inBatches } from "../lib/inBatches.ts";
import type { Run } from "../runs/schema.ts";
import { SHOWN } from "../runs/shown.ts";
import type { Schedule } from "./schema.ts";

const THERE = { deletedAt: null };

export const schedulesOf = (models: Models, projectId: string): Promise<Schedule[]> =>
  models.schedules
    .find({ projectId, ...THERE })
    .sort({ name: 1 })
    .lean<Schedule[]>();

export const findSchedule = (models: Models, _id: string): Promise<Schedule | null> =>
  models.schedules.findOne({ _id, ...THERE }).lean<Schedule>();

/**
 * Applies a person's change if the schedule is still at `rev`. Returns false if another writer was faster or deleted it. What was decided
 * about due times from the earlier state does not apply.
 */
export async function changeScheduleAt(
  models: Models,
  { _id, rev }: Pick<Schedule, "_id" | "rev">,
  set: Partial<Schedule>,
): Promise<boolean> {
  const write = { $set: set, $inc: { rev: 1, turn: 1 } };
  return (await models.schedules.updateOne({ _id, rev, ...THERE }, write)).modifiedCount === 1;
}

/** Yields all schedules, including deleted ones that Temporal may still have. */
export function allSchedules(models: Models): AsyncGenerator<Schedule> {
  return inBatches((after) => models.schedules.find(after).sort({ _id: 1 }).limit(BATCH).lean<Schedule[]>());
}

/** The fields that show whether a schedule is aligned with Temporal, and whether a due time has passed. */
const TIMES = {
  cron: 1,
  timeZone: 1,
  jitterMinutes: 1,
  enabled: 1,
  rev: 1,
  alignedRev: 1,
  deletedAt: 1,
  handledUntil: 1,
  takeAfter: 1,
} as const;
export type ScheduleTimes = Pick<Schedule, "_id" | keyof typeof TIMES>;

/** Yields the times of all schedules, which workers check every half minute; what they start, and its outcome, is left out. */
export function allScheduleTimes(models: Models): AsyncGenerator<ScheduleTimes> {
  return inBatches((after) =>
    models.schedules.find(after, TIMES).sort({ _id: 1 }).limit(BATCH).lean<ScheduleTimes[]>(),
  );
}

/** Records that Temporal's schedule matches the record at `rev`. */
export async function markAligned(models: Models, { _id, rev }: Pick<Schedule, "_id" | "rev">): Promise<void> {
  await models.schedules.updateOne({ _id, rev }, { $set: { alignedRev: rev } });
}

/** Deletes the record of a deleted schedule. */
export async function forgetSchedule(models: Models, _id: string): Promise<void> {
  await models.schedules.deleteOne({ _id, deletedAt: { $ne: null } });
}

/** Makes the schedule be processed from `at` on, unless it is already waiting to be processed. */
export async function wakeSchedule(models: Models, _id: string, at: Date): Promise<void> {
  await models.schedules.updateOne({ _id, takeAfter: null, ...THERE }, { $set: { takeAfter: at } });
}

/** Returns the schedules that have to be processed. */
export const schedulesToTake = (models: Models, now: Date): Promise<Schedule[]> =>
  models.schedules
    .find({ takeAfter: { $lte: now }, ...THERE })
    .sort({ takeAfter: 1 })
    .limit(BATCH)
    .lean<Schedule[]>();

/** Writes the outcome of a due time, unless another process has done so since `turn` was read. */
export async function writeTurn(
  models: Models,
  { _id, turn }: Pick<Schedule, "_id" | "turn">,
  set: Partial<Pick<Schedule, "handledUntil" | "takeAfter" | "starting" | "recent">>,
): Promise<boolean> {
  const write = { $set: set, $inc: { turn: 1 } };
  return (await models.schedules.updateOne({ _id, turn, ...THERE }, write)).modifiedCount === 1;
}

export type Standing = Pick<Run, "_id" | "status" | "verdict">;

/** Returns the state of runs that schedules started, by id. One read per run, because a list of ids narrows no read on the embedded database. */
export async function standingOf(models: Models, runIds: readonly string[]): Promise<Map<string, Standing>> {
  const read = (_id: string) => models.runs.findOne({ _id, ...SHOWN }, { status: 1, verdict: 1 }).lean<Standing>();
  const found = await Promise.all([...new Set(runIds)].map(read));
  return new Map(found.flatMap((run) => (run ? [[run._id, run] as const] : [])));
}

/** Rejects with a duplicate key error if the project has a schedule with that name. */
export async function insertSchedule(models: Models, schedule: Schedule): Promise<void> {
  await models.schedules.create(schedule);
}
