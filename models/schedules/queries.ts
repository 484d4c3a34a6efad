// Every question about schedules and their due times.

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
 * Writes a change that a person makes, where the schedule still is at `rev`; false: somebody else was quicker, or deleted it. What
 * was decided about due times from the state before it does not apply.
 */
export async function changeScheduleAt(
  models: Models,
  { _id, rev }: Pick<Schedule, "_id" | "rev">,
  set: Partial<Schedule>,
): Promise<boolean> {
  const write = { $set: set, $inc: { rev: 1, turn: 1 } };
  return (await models.schedules.updateOne({ _id, rev, ...THERE }, write)).modifiedCount === 1;
}

/** Everything about schedules, the deleted ones that Temporal may still have among them. */
export function allSchedules(models: Models): AsyncGenerator<Schedule> {
  return inBatches((after) => models.schedules.find(after).sort({ _id: 1 }).limit(BATCH).lean<Schedule[]>());
}

/** What tells whether a schedule is as Temporal has it, and whether a due time passed. */
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

/** The same of all of them, which workers look at every half minute: what they start, and what became of it, is left out. */
export function allScheduleTimes(models: Models): AsyncGenerator<ScheduleTimes> {
  return inBatches((after) =>
    models.schedules.find(after, TIMES).sort({ _id: 1 }).limit(BATCH).lean<ScheduleTimes[]>(),
  );
}

/** Notes that Temporal's schedule is as the record was at `rev`. */
export async function markAligned(models: Models, { _id, rev }: Pick<Schedule, "_id" | "rev">): Promise<void> {
  await models.schedules.updateOne({ _id, rev }, { $set: { alignedRev: rev } });
}

/** Removes the record of a deleted schedule. */
export async function forgetSchedule(models: Models, _id: string): Promise<void> {
  await models.schedules.deleteOne({ _id, deletedAt: { $ne: null } });
}

/** Has somebody look at the schedule from `at` on, unless somebody is to do so already. */
export async function wakeSchedule(models: Models, _id: string, at: Date): Promise<void> {
  await models.schedules.updateOne({ _id, takeAfter: null, ...THERE }, { $set: { takeAfter: at } });
}

/** Schedules that somebody must look at. */
export const schedulesToTake = (models: Models, now: Date): Promise<Schedule[]> =>
  models.schedules
    .find({ takeAfter: { $lte: now }, ...THERE })
    .sort({ takeAfter: 1 })
    .limit(BATCH)
    .lean<Schedule[]>();

/** Writes what becomes of a due time, where nobody else has since `turn` was read. */
export async function writeTurn(
  models: Models,
  { _id, turn }: Pick<Schedule, "_id" | "turn">,
  set: Partial<Pick<Schedule, "handledUntil" | "takeAfter" | "starting" | "recent">>,
): Promise<boolean> {
  const write = { $set: set, $inc: { turn: 1 } };
  return (await models.schedules.updateOne({ _id, turn, ...THERE }, write)).modifiedCount === 1;
}

export type Standing = Pick<Run, "_id" | "status" | "verdict">;

/** How runs stand that schedules started, by id. One read for each: a list of ids narrows no read on the embedded database. */
export async function standingOf(models: Models, runIds: readonly string[]): Promise<Map<string, Standing>> {
  const read = (_id: string) => models.runs.findOne({ _id, ...SHOWN }, { status: 1, verdict: 1 }).lean<Standing>();
  const found = await Promise.all([...new Set(runIds)].map(read));
  return new Map(found.flatMap((run) => (run ? [[run._id, run] as const] : [])));
}

/** Rejects with a duplicate key where the project has a schedule of that name. */
export async function insertSchedule(models: Models, schedule: Schedule): Promise<void> {
  await models.schedules.create(schedule);
}
