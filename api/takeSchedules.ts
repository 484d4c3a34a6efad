// Starts due schedules that no worker has started. Runs every few seconds in every API process, as a fallback for Temporal schedules.
import { messageOf } from "../domain/errors.ts";
import { schedulesToTake } from "../models/schedules/queries.ts";
import type { OperationContext } from "./lib/context.ts";
import { takeDue } from "./operations/schedules/takeDue.ts";
import { repeatedly } from "./repeatedly.ts";

const EVERY_MS = 5_000;
/** A worker starts a schedule within a second of Temporal firing it; schedules that have waited longer than this are started here. */
const NET_MS = 15_000;

/** Starts every schedule that has been due for `waitedMs`. A failure of one schedule does not affect the others. */
export async function takeSchedules(ctx: OperationContext, waitedMs = 0): Promise<void> {
  for (const schedule of await schedulesToTake(ctx.models, new Date(ctx.now().getTime() - waitedMs))) {
    const { _id: scheduleId } = schedule;
    try {
      const due = await takeDue(ctx, schedule);
      if (due) ctx.log("info", "a schedule was due", { scheduleId, at: due.at, outcome: due.outcome });
    } catch (error) {
      ctx.log("warn", "a schedule could not be started; it is tried again", { scheduleId, error: messageOf(error) });
    }
  }
}

/** Checks for due schedules until stopped. */
export const watchSchedules = (ctx: OperationContext): (() => void) =>
  repeatedly(ctx, { everyMs: EVERY_MS, what: "schedules" }, () => takeSchedules(ctx, NET_MS));
