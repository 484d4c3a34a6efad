// Response schemas for schedules.
import { boolean, number, type ObjectShape, object } from "yup";
import { RUN_STATUSES } from "../../../domain/runTypes.ts";
import { DUE_OUTCOMES, SCHEDULED_TYPES } from "../../../domain/schedules/schedule.ts";
import { BROWSERS } from "../../../domain/visual/shot.ts";
import { count, id, listOf, maybeText, maybeTime, note, oneOf, text, time, yes } from "./fields.ts";
import { named } from "./named.ts";

const started = {
  type: oneOf(SCHEDULED_TYPES).required(),
  runId: maybeText().meta(note("null: this run was not started")),
  problem: maybeText().meta(note("Why it was not started")),
};
const standing = {
  status: oneOf(RUN_STATUSES).nullable().defined().meta(note("null: there is no such run")),
  verdict: oneOf(["pass", "fail"]).nullable().defined(),
};

const due = (run: ObjectShape) =>
  object({
    at: time().meta(note("The due time, or when somebody asked")),
    handledAt: time(),
    by: maybeText().meta(note("Triggered by; null: it was due")),
    outcome: oneOf(DUE_OUTCOMES).required(),
    reason: maybeText().meta(note("Why it was skipped or missed, or which earlier due times it replaces")),
    passed: count().meta(note("Earlier due times that it replaces")),
    runs: listOf(object(run).required()),
  });

const schedule = object({
  id: id(),
  projectId: id(),
  name: text(),
  cron: text(),
  timeZone: text(),
  jitterMinutes: number().integer().min(0).required(),
  types: listOf(oneOf(SCHEDULED_TYPES).required()),
  environment: maybeText().meta(note("Slug; null: the project's own address")),
  scenarios: listOf(text()).nullable().meta(note("null: all")),
  browsers: listOf(oneOf(BROWSERS).required()).nullable().meta(note("null: Chromium")),
  branch: maybeText(),
  location: maybeText().meta(note("Location of its runs' browsers; null: that of the environment")),
  enabled: boolean().required().meta(note("false: paused")),
  nextAt: maybeTime().meta(note("The next due time; null: it is paused")),
  startingSince: maybeTime().meta(note("It is being started; the due time")),
  last: due({ ...started, ...standing })
    .nullable()
    .defined()
    .meta(note("The newest due time; null: there was none")),
  recent: listOf(due(started).required()).meta(note("Newest first, up to 10")),
  createdBy: text(),
  createdAt: time(),
  updatedAt: time(),
  rev: count().meta(note("Sent back with a change")),
}).required();

export const schedules = named("Schedules", object({ schedules: listOf(schedule), count: count() }).required());
export const oneSchedule = named("Schedule", object({ success: yes(), schedule }).required());

export const scheduleTimes = named(
  "ScheduleTimes",
  object({ times: listOf(time()), problem: maybeText().meta(note("null: it can be a schedule")) }).required(),
);
