// Schedules of the file.
import { scheduleItem } from "../../../domain/projectFile/canonical.ts";
import type { FileSchedule, Item } from "../../../domain/projectFile/types.ts";
import { schedulesOf } from "../../../models/schedules/queries.ts";
import type { Schedule } from "../../../models/schedules/schema.ts";
import { fieldsFrom } from "../schedules/scheduleInput.ts";
import { insertSchedule, removeSchedule, replaceSchedule } from "../schedules/schedules.ts";
import type { Present, Section, Use } from "./section.ts";

export const scheduleSection: Section = {
  kind: "schedule",
  async present(use) {
    return (await schedulesOf(use.ctx.models, use.project._id)).map((one) => presentOf(use, one));
  },
  wanted: ({ schedules }) => schedules?.map(scheduleItem) ?? null,
  async create(use, target) {
    await insertSchedule(use.ctx, use.caller, use.project, fieldsOf(target));
  },
};

/** What the file leaves out has its default. */
const fieldsOf = (view: Item["view"]) => fieldsFrom(null, view as FileSchedule);

function presentOf(use: Use, stored: Schedule): Present {
  const { name, cron, timeZone, jitterMinutes, types, environment, scenarios, browsers, branch, enabled } = stored;
  const plan = { types, environment, scenarios, browsers, branch };
  return {
    ...scheduleItem({ name, cron, timeZone, jitterMinutes, ...plan, enabled }),
    async change(target) {
      await replaceSchedule(use.ctx, use.caller, stored, fieldsOf(target));
    },
    remove: () => removeSchedule(use.ctx, use.caller, stored),
  };
}
