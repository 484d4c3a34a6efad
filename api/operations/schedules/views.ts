// API views of schedules, with the next due time and the results of the last ones.
import { nextDue } from "../../../domain/schedules/cron.ts";
import type { HandledDue } from "../../../domain/schedules/schedule.ts";
import type { Models } from "../../../models/index.ts";
import { type Standing, standingOf } from "../../../models/schedules/queries.ts";
import type { Schedule } from "../../../models/schedules/schema.ts";
import { inTurns } from "../../../platform/inTurns.ts";

function viewDue({ at, handledAt, by, outcome, reason, passed, runs }: HandledDue) {
  return {
    at: new Date(at).toISOString(),
    handledAt: new Date(handledAt).toISOString(),
    by,
    outcome,
    reason,
    passed,
    runs: runs.map(({ type, runId, problem }) => ({ type, runId, problem })),
  };
}

/** Adds the state of each run. `status`: null if the run was not started or was deleted. */
function viewLast(due: HandledDue, standing: ReadonlyMap<string, Standing>) {
  const view = viewDue(due);
  return {
    ...view,
    runs: view.runs.map((run) => {
      const { status = null, verdict = null } = standing.get(run.runId ?? "") ?? {};
      return { ...run, status, verdict };
    }),
  };
}

function viewSchedule(schedule: Schedule, now: Date, standing: ReadonlyMap<string, Standing>) {
  const { _id: id, projectId, name, cron, timeZone, jitterMinutes, types, environment, scenarios, browsers } = schedule;
  const { branch, location = null, enabled, createdBy, createdAt, updatedAt, rev, starting, recent } = schedule;
  return {
    id,
    projectId,
    name,
    cron,
    timeZone,
    jitterMinutes,
    types,
    environment,
    scenarios,
    browsers,
    branch,
    location,
    enabled,
    nextAt: (enabled ? nextDue(schedule, now)?.toISOString() : null) ?? null,
    startingSince: starting ? new Date(starting.at).toISOString() : null,
    last: recent[0] ? viewLast(recent[0], standing) : null,
    recent: recent.map(viewDue),
    createdBy,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    rev,
  };
}
export type ScheduleView = ReturnType<typeof viewSchedule>;

export async function viewSchedules(
  ctx: { models: Models; now(): Date },
  schedules: readonly Schedule[],
): Promise<ScheduleView[]> {
  const ids = schedules.flatMap(({ recent }) => recent[0]?.runs.flatMap(({ runId }) => runId ?? []) ?? []);
  const standing = await standingOf(ctx.models, ids);
  const views: ScheduleView[] = [];
  // Done in turns, because a next due time may be years ahead and takes milliseconds to find.
  await inTurns(schedules, (one) => void views.push(viewSchedule(one, ctx.now(), standing)));
  return views;
}
