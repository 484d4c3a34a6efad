// Input of schedules, and the checks beyond its shape.
import type { InferType } from "yup";
import { invalidField } from "../../../domain/errors.ts";
import { cronProblem } from "../../../domain/schedules/cron.ts";
import { SCHEDULED_TYPES, typesProblem } from "../../../domain/schedules/schedule.ts";
import { BROWSERS } from "../../../domain/visual/shot.ts";
import type { Project } from "../../../models/projects/schema.ts";
import type { Schedule } from "../../../models/schedules/schema.ts";
import type { OperationContext } from "../../lib/context.ts";
import {
  choice,
  closed,
  flag,
  listOf,
  locationField,
  requiredText,
  revField,
  text,
  wholeNumber,
} from "../../lib/validate.ts";
import { resolveEnvironment } from "../environments/resolveEnvironment.ts";
import { requireScenarios } from "../runs/requireScenarios.ts";

export const MAX_SCHEDULES = 50;
export const MAX_JITTER_MINUTES = 60;
export const MAX_CRON = 100;
export const MAX_TIME_ZONE = 64;
export const MAX_SCHEDULED_SCENARIOS = 200;

const shared = {
  timeZone: text(MAX_TIME_ZONE).min(1),
  jitterMinutes: wholeNumber(0, MAX_JITTER_MINUTES),
  environment: text().nullable(),
  scenarios: listOf(requiredText(200), MAX_SCHEDULED_SCENARIOS).nullable(),
  browsers: listOf(choice(BROWSERS).required(), BROWSERS.length).nullable(),
  branch: text().nullable(),
  location: locationField().nullable(),
  enabled: flag(),
};
const types = () => listOf(choice(SCHEDULED_TYPES).required(), SCHEDULED_TYPES.length);

export const createScheduleBody = closed({
  project: text(),
  name: requiredText(100),
  cron: requiredText(MAX_CRON),
  types: types().required(({ path }: { path: string }) => `${path} is required`),
  ...shared,
});
export type CreateScheduleInput = InferType<typeof createScheduleBody>;

export const changeScheduleBody = closed({
  name: text(100).min(1),
  cron: text(MAX_CRON).min(1),
  types: types(),
  ...shared,
  rev: revField(),
});
export type ChangeScheduleInput = InferType<typeof changeScheduleBody>;

/** Fields of a schedule that people set. */
export type ScheduleFields = Pick<
  Schedule,
  | "name"
  | "cron"
  | "timeZone"
  | "jitterMinutes"
  | "types"
  | "environment"
  | "scenarios"
  | "browsers"
  | "branch"
  | "location"
  | "enabled"
>;

const NOT_SAID = {
  timeZone: "UTC",
  jitterMinutes: 0,
  environment: null,
  scenarios: null,
  browsers: null,
  branch: null,
  location: null,
};

/** Returns the fields with the input applied to the existing ones (or to the defaults). An empty list or text means all. */
export function fieldsFrom(before: ScheduleFields | null, said: ChangeScheduleInput): ScheduleFields {
  const { name, cron, types: kinds, timeZone, jitterMinutes, environment, scenarios, browsers, branch, enabled } = said;
  const { location } = said;
  const base = before ?? { ...NOT_SAID, name: "", cron: "", types: [], enabled: true };
  const listed = <T>(list: readonly T[] | null | undefined, was: T[] | null) =>
    list === undefined ? was : list?.length ? [...new Set(list)] : null;
  return {
    name: name ?? base.name,
    cron: cron === undefined ? base.cron : cron.trim().replace(/\s+/g, " "),
    timeZone: timeZone ?? base.timeZone,
    jitterMinutes: jitterMinutes ?? base.jitterMinutes,
    types: kinds === undefined ? base.types : [...kinds],
    environment: environment === undefined ? base.environment : environment || null,
    scenarios: listed(scenarios, base.scenarios),
    browsers: listed(browsers, base.browsers),
    branch: branch === undefined ? base.branch : branch || null,
    location: location === undefined ? (base.location ?? null) : location || null,
    enabled: enabled ?? base.enabled,
  };
}

/** Throws `validation_error` for input that is invalid in any project. */
export function checkScheduleFields(fields: ScheduleFields, now: Date): void {
  const { name, types: kinds, jitterMinutes } = fields;
  if (name.trim() !== name || /\p{Cc}/u.test(name))
    throw invalidField("name", "must not begin or end with a space, or hold a line break");
  const problem = typesProblem(kinds);
  if (problem !== null) throw invalidField("types", problem);
  const wrong = cronProblem(fields, { now, jitterMinutes });
  if (wrong !== null) throw invalidField(wrong.path, wrong.message);
}

/** Returns the fields with the environment's slug. Throws `validation_error`, or `project_resolution_error` for an unknown environment. */
export async function checkSchedule(
  ctx: Pick<OperationContext, "models" | "now">,
  project: Project,
  fields: ScheduleFields,
): Promise<ScheduleFields> {
  const { environment, scenarios } = fields;
  checkScheduleFields(fields, ctx.now());
  if (scenarios) await requireScenarios(ctx, project, scenarios, fields.branch);
  const place = environment === null ? null : await resolveEnvironment(ctx, project, environment);
  return { ...fields, environment: place?.slug ?? null };
}
