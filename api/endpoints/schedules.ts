// Schedules: runs that start automatically.
import { emptyBody } from "../lib/schemas.ts";
import { closed, requiredText, revField, text } from "../lib/validate.ts";
import { previewSchedule } from "../operations/schedules/previewSchedule.ts";
import { runSchedule } from "../operations/schedules/runSchedule.ts";
import {
  changeScheduleBody,
  createScheduleBody,
  MAX_CRON,
  MAX_TIME_ZONE,
} from "../operations/schedules/scheduleInput.ts";
import {
  CHANGE_SCHEDULE,
  changeSchedule,
  createSchedule,
  deleteSchedule,
  listSchedules,
} from "../operations/schedules/schedules.ts";
import { done } from "./answers/accounts.ts";
import { oneSchedule, schedules, scheduleTimes } from "./answers/schedules.ts";
import { STALE } from "./app/shared.ts";
import { defineEndpoint, type EndpointArea } from "./define.ts";
import { changers, toolReaders } from "./permits.ts";
import { UNKNOWN_PLACE } from "./words.ts";

const shared = { tag: "Schedules", access: "either", limits: ["ci"] } as const;
const id = { id: "Id of the schedule" };
const UNKNOWN = "The schedule is unknown.";

const list = defineEndpoint({
  ...shared,
  ...toolReaders,
  method: "get",
  path: "/api/schedules",
  id: "listSchedules",
  summary: "The schedules of a project",
  description: "Each with its next due time and with what became of its last ones.",
  query: closed({ project: text() }),
  answers: { 200: { description: "The schedules, by name.", json: schedules } },
  refusals: { 404: "The project is unknown." },
  async handle({ ctx, caller, query }) {
    const all = await listSchedules(ctx, caller, query);
    return { json: { schedules: all, count: all.length } };
  },
});

const create = defineEndpoint({
  ...shared,
  ...changers(CHANGE_SCHEDULE),
  method: "post",
  path: "/api/schedules",
  id: "createSchedule",
  summary: "Create a schedule",
  description:
    'Five cron fields in a time zone (UTC unless named). `types`: what is started, or `["full"]` for every pillar. While a run of it is still running, a due time is skipped.',
  body: createScheduleBody,
  bounds: "run",
  examples: {
    nightly: {
      project: "web-shop",
      name: "Nightly",
      cron: "30 2 * * *",
      timeZone: "Europe/Berlin",
      types: ["test", "a11y"],
      environment: "production",
    },
  },
  answers: { 201: { description: "The schedule.", json: oneSchedule } },
  refusals: { 404: UNKNOWN_PLACE, 409: "The project has a schedule of this name." },
  handle: async ({ ctx, caller, body }) => ({
    json: { success: true, schedule: await createSchedule(ctx, caller, body) },
  }),
});

const preview = defineEndpoint({
  ...shared,
  ...toolReaders,
  method: "get",
  path: "/api/schedules/preview",
  id: "previewSchedule",
  summary: "When a cron expression is due next",
  description: "Nothing is kept. `problem` says what is wrong with it.",
  query: closed({ cron: requiredText(MAX_CRON), timeZone: requiredText(MAX_TIME_ZONE) }),
  answers: { 200: { description: "The next three due times.", json: scheduleTimes } },
  handle: async ({ ctx, query }) => ({ json: previewSchedule(ctx, query) }),
});

const change = defineEndpoint({
  ...shared,
  ...changers(CHANGE_SCHEDULE),
  method: "post",
  path: "/api/schedules/{id}",
  id: "changeSchedule",
  summary: "Change a schedule",
  description:
    "Omitted fields are not changed; null means the default. Due times before the change are not caught up. With `rev`, a schedule that somebody else changed first is not changed.",
  params: id,
  body: changeScheduleBody,
  bounds: "run",
  answers: { 200: { description: "The schedule as it is now.", json: oneSchedule } },
  refusals: { 404: UNKNOWN, 409: `The project has another schedule of this name. ${STALE}` },
  handle: async ({ ctx, caller, params, body }) => ({
    json: { success: true, schedule: await changeSchedule(ctx, caller, params.id, body) },
  }),
});

/** Pausing and resuming only change one field, but have their own URLs because people look for them. */
const toggle = (verb: "pause" | "resume", enabled: boolean) =>
  defineEndpoint({
    ...shared,
    ...changers(CHANGE_SCHEDULE),
    method: "post",
    path: `/api/schedules/{id}/${verb}`,
    id: `${verb}Schedule`,
    summary: enabled ? "Resume a schedule" : "Pause a schedule",
    description: enabled
      ? "Due times while it was paused are not made up for."
      : "Nothing is started until it is resumed; runs that it has started continue.",
    params: id,
    body: emptyBody,
    bodyOptional: true,
    bounds: "small",
    answers: { 200: { description: "The schedule as it is now.", json: oneSchedule } },
    refusals: { 404: UNKNOWN },
    handle: async ({ ctx, caller, params }) => ({
      json: { success: true, schedule: await changeSchedule(ctx, caller, params.id, { enabled }) },
    }),
  });

const run = defineEndpoint({
  ...shared,
  ...changers(CHANGE_SCHEDULE),
  method: "post",
  path: "/api/schedules/{id}/run",
  id: "runSchedule",
  summary: "Start what a schedule starts, now",
  description: "`schedule.last` lists what was started. A paused schedule can be run.",
  params: id,
  body: emptyBody,
  bodyOptional: true,
  bounds: "small",
  limits: ["ci", "trigger"],
  answers: { 202: { description: "The schedule.", json: oneSchedule } },
  refusals: {
    404: UNKNOWN,
    409: "Its earlier run is still running.",
    503: "A part of the service is unavailable; the runs start automatically when it is back.",
  },
  handle: async ({ ctx, caller, params }) => ({
    json: { success: true, schedule: await runSchedule(ctx, caller, params.id) },
  }),
});

const remove = defineEndpoint({
  ...shared,
  ...changers(CHANGE_SCHEDULE),
  method: "delete",
  path: "/api/schedules/{id}",
  id: "deleteSchedule",
  summary: "Delete a schedule",
  description: "With `rev`, a schedule that somebody else changed first is not deleted.",
  params: id,
  query: closed({ rev: revField() }),
  body: emptyBody,
  bounds: "small",
  answers: { 200: { description: "It starts nothing more; runs that it has started continue.", json: done } },
  refusals: { 404: UNKNOWN, 409: STALE },
  async handle({ ctx, caller, params, query }) {
    await deleteSchedule(ctx, caller, params.id, query.rev);
    return { json: { success: true } };
  },
});

export const scheduleEndpoints: EndpointArea = {
  name: "schedules",
  endpoints: [list, preview, create, change, toggle("pause", false), toggle("resume", true), run, remove],
};
