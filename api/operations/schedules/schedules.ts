// Schedules of a project: list, create, change, pause, delete. The document is stored first; Temporal's schedule is updated immediately or,
// while Temporal is unavailable, by a worker's next sweep.
import { ProductError } from "../../../domain/errors.ts";
import { makeId } from "../../../domain/ids.ts";
import { slugsOf } from "../../../models/projects/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import {
  changeScheduleAt,
  findSchedule,
  forgetSchedule,
  markAligned,
  schedulesOf,
  insertSchedule as storeSchedule,
} from "../../../models/schedules/queries.ts";
import type { Schedule } from "../../../models/schedules/schema.ts";
import { describeCaller, reachOf, requireRight, resolveProject } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { optional } from "../../lib/optional.ts";
import { unlessTaken } from "../../lib/unlessTaken.ts";
import { isCurrent, versionConflict } from "../../lib/versionConflict.ts";
import { requireChange } from "../keys/planGate.ts";
import {
  type ChangeScheduleInput,
  type CreateScheduleInput,
  checkSchedule,
  fieldsFrom,
  MAX_SCHEDULES,
  type ScheduleFields,
} from "./scheduleInput.ts";
import { type ScheduleView, viewSchedules } from "./views.ts";

export const CHANGE_SCHEDULE = "A schedule";

/** Returns the schedule with this id if the caller may see its project. Throws `not_found` otherwise. */
export async function reachSchedule(ctx: OperationContext, caller: Caller, id: string): Promise<Schedule> {
  const { orgId, projectId } = reachOf(caller);
  const schedule = await findSchedule(ctx.models, id);
  if (schedule && schedule.orgId === orgId && (projectId ?? schedule.projectId) === schedule.projectId) return schedule;
  throw new ProductError("not_found", `The schedule "${id.slice(0, 100)}" was not found.`);
}

/** Returns schedules sorted by name. */
export async function listSchedules(
  ctx: OperationContext,
  caller: Caller,
  input: { project?: string },
): Promise<ScheduleView[]> {
  requireRight(caller, "mcpRead");
  const project = await resolveProject(ctx, caller, input.project);
  return viewSchedules(ctx, await schedulesOf(ctx.models, project._id));
}

/** Throws `conflict` if the name is taken, and `validation_error` with the invalid field. */
export async function createSchedule(
  ctx: OperationContext,
  caller: Caller,
  input: CreateScheduleInput,
): Promise<ScheduleView> {
  await requireChange(ctx, caller, CHANGE_SCHEDULE);
  const project = await resolveProject(ctx, caller, input.project);
  const schedule = await insertSchedule(ctx, caller, project, fieldsFrom(null, input));
  return viewOf(ctx, schedule);
}

export async function insertSchedule(
  ctx: OperationContext,
  caller: Caller,
  project: Project,
  said: ScheduleFields,
): Promise<Schedule> {
  const fields = await checkSchedule(ctx, project, said);
  if ((await schedulesOf(ctx.models, project._id)).length >= MAX_SCHEDULES)
    throw new ProductError("conflict", `A project has at most ${MAX_SCHEDULES} schedules: delete one first.`);
  const at = ctx.now();
  const schedule: Schedule = {
    _id: makeId("schedule", ctx.ulid()),
    orgId: project.orgId,
    projectId: project._id,
    ...fields,
    createdBy: describeCaller(caller),
    createdAt: at,
    updatedAt: at,
    rev: 1,
    alignedRev: null,
    deletedAt: null,
    handledUntil: at,
    takeAfter: null,
    turn: 0,
    starting: null,
    recent: [],
  };
  await unlessTaken(storeSchedule(ctx.models, schedule), () => nameTaken(fields.name));
  await follow(ctx, schedule);
  await recordAudit(ctx, caller, "schedule.create", schedule._id, { project: project.slug, name: fields.name });
  return schedule;
}

/** Changes the given fields; `{ enabled: false }` pauses. Due times before the change are not made up for. */
export async function changeSchedule(
  ctx: OperationContext,
  caller: Caller,
  id: string,
  { rev, ...input }: ChangeScheduleInput,
): Promise<ScheduleView> {
  await requireChange(ctx, caller, CHANGE_SCHEDULE);
  const schedule = await reachSchedule(ctx, caller, id);
  if (!isCurrent(schedule, rev)) throw await overtaken(ctx, caller, schedule);
  return viewOf(ctx, await replaceSchedule(ctx, caller, schedule, fieldsFrom(schedule, input)));
}

/** Replaces these fields of the schedule as it was read. Throws `conflict` with `now` if somebody else changed it first. */
export async function replaceSchedule(
  ctx: OperationContext,
  caller: Caller,
  schedule: Schedule,
  said: ScheduleFields,
): Promise<Schedule> {
  const project = await resolveProject(ctx, caller, schedule.projectId);
  // Skips the checks if nothing else changes, because pausing must work even if a named environment was deleted.
  const { enabled: _, ...others } = said;
  const isSame = (name: string, value: unknown) =>
    // A schedule of an earlier version may lack fields that are now null.
    JSON.stringify(value ?? null) === JSON.stringify(schedule[name as keyof ScheduleFields] ?? null);
  const same = Object.entries(others).every(([name, value]) => isSame(name, value));
  const fields = same ? said : await checkSchedule(ctx, project, said);
  const newClock = (["cron", "timeZone", "enabled"] as const).some((name) => fields[name] !== schedule[name]);
  const at = ctx.now();
  const set = { ...fields, updatedAt: at, ...(newClock && { handledUntil: at }) };
  if (!(await unlessTaken(changeScheduleAt(ctx.models, schedule, set), () => nameTaken(fields.name))))
    throw await overtaken(ctx, caller, schedule);
  const now: Schedule = { ...schedule, ...set, rev: schedule.rev + 1 };
  await follow(ctx, now);
  const changed = Object.entries(fields).flatMap(([name, value]) => (isSame(name, value) ? [] : [name]));
  await recordAudit(ctx, caller, "schedule.change", schedule._id, { project: project.slug, fields: changed });
  return now;
}

/** Deletes the schedule; runs that it has started continue. Throws `conflict` with `now` if somebody else has changed it since `rev`. */
export async function deleteSchedule(ctx: OperationContext, caller: Caller, id: string, rev?: number): Promise<void> {
  await requireChange(ctx, caller, CHANGE_SCHEDULE);
  const schedule = await reachSchedule(ctx, caller, id);
  if (!isCurrent(schedule, rev)) throw await overtaken(ctx, caller, schedule);
  await removeSchedule(ctx, caller, schedule);
}

/** Deletes the schedule. Its name is free immediately; the document is kept until Temporal's schedule is deleted. */
export async function removeSchedule(ctx: OperationContext, caller: Caller, schedule: Schedule): Promise<void> {
  const { _id, name, projectId } = schedule;
  const gone = { deletedAt: ctx.now(), enabled: false, takeAfter: null, name: `deleted ${_id}` };
  if (!(await changeScheduleAt(ctx.models, schedule, gone))) throw await overtaken(ctx, caller, schedule);
  await optional(ctx, "a deleted schedule waits for Temporal", { scheduleId: _id }, async () => {
    await ctx.engine.removeSchedule(_id);
    await forgetSchedule(ctx.models, _id);
  });
  await recordAudit(ctx, caller, "schedule.delete", _id, { projectId, name });
}

/** Returns a `conflict` with the schedule as it is `now`. Throws `not_found` if it was deleted. */
async function overtaken(ctx: OperationContext, caller: Caller, { _id, name }: Schedule): Promise<ProductError> {
  const now = await viewOf(ctx, await reachSchedule(ctx, caller, _id));
  return versionConflict(`Somebody else changed the schedule "${name}".`, { now });
}

const viewOf = async (ctx: OperationContext, schedule: Schedule): Promise<ScheduleView> =>
  (await viewSchedules(ctx, [schedule]))[0]!;

/** Updates Temporal's schedule; while Temporal is unavailable, a worker's next sweep does. */
async function follow(ctx: OperationContext, schedule: Schedule): Promise<void> {
  const { _id: scheduleId, rev, cron, timeZone, jitterMinutes, enabled } = schedule;
  await optional(ctx, "a schedule waits for Temporal", { scheduleId }, async () => {
    const projectSlug = (await slugsOf(ctx.models, [schedule.projectId])).get(schedule.projectId) ?? "";
    await ctx.engine.putSchedule({ scheduleId, projectSlug, rev, cron, timeZone, jitterMinutes, enabled });
    await markAligned(ctx.models, schedule);
  });
}

const nameTaken = (name: string): ProductError =>
  new ProductError("conflict", `The project already has a schedule "${name}".`, { name });
