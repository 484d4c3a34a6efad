// Schedules in the project file.

import { hintOf } from "../../../domain/nearest.ts";
import { scheduleItem } from "../../../domain/projectFile/canonical.ts";
import { isVisitedFrom } from "../../../domain/projectFile/ofBranch.ts";
import type { FileSchedule, Item } from "../../../domain/projectFile/types.ts";
import { schedulesOf } from "../../../models/schedules/queries.ts";
import type { Schedule } from "../../../models/schedules/schema.ts";
import { checkScheduleFields, fieldsFrom } from "../schedules/scheduleInput.ts";
import { insertSchedule, removeSchedule, replaceSchedule } from "../schedules/schedules.ts";
import { type Present, type Section, type Use, unknownScenarios, viewsOf } from "./section.ts";

export const scheduleSection: Section = {
  kind: "schedule",
  async present(use) {
    return (await schedulesOf(use.ctx.models, use.project._id)).map((one) => presentOf(use, one));
  },
  wanted: ({ schedules }) => schedules?.map(scheduleItem) ?? null,
  async create(use, target) {
    await insertSchedule(use.ctx, use.caller, use.project, fieldsOf(target));
  },
  check(use, { target }, { end }) {
    const fields = fieldsOf(target);
    checkScheduleFields(fields, use.ctx.now());
    const { environment, scenarios, branch } = fields;
    const unknown = unknownScenarios(scenarios ?? [], end, (label) => {
      const found = use.elsewhere?.get(label);
      return found !== undefined && isVisitedFrom(found, branch);
    });
    const slugs = [...viewsOf(end, "environment").keys()];
    // A schedule may also refer to the environment by name.
    const names = [...viewsOf(end, "environment").values()].map(({ name }) => String(name).toLowerCase());
    const isKnown = environment === null || slugs.includes(environment) || names.includes(environment.toLowerCase());
    if (isKnown) return unknown;
    const message = `is not an environment of the project.${hintOf(environment, slugs)}`;
    return [...unknown, { path: "environment", message }];
  },
};

/** Omitted fields have their defaults. */
const fieldsOf = (view: Item["view"]) => fieldsFrom(null, view as FileSchedule);

function presentOf(use: Use, stored: Schedule): Present {
  const { name, cron, timeZone, jitterMinutes, types, environment, scenarios, browsers, branch, enabled } = stored;
  const { location = null } = stored;
  const plan = { types, environment, scenarios, browsers, branch, location };
  return {
    ...scheduleItem({ name, cron, timeZone, jitterMinutes, ...plan, enabled }),
    async change(target) {
      await replaceSchedule(use.ctx, use.caller, stored, fieldsOf(target));
    },
    remove: () => removeSchedule(use.ctx, use.caller, stored),
  };
}
