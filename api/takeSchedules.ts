// Takes up schedules that are due and that no worker has started, every few seconds, in every API process: the net below Temporal.
import { messageOf } from "../domain/errors.ts";
import { schedulesToTake } from "../models/schedules/queries.ts";
import type { OperationContext } from "./lib/context.ts";
import { takeDue } from "./operations/schedules/takeDue.ts";
import { repeatedly } from "./repeatedly.ts";

const EVERY_MS = 5_000;
/** A worker starts what Temporal tells it to within a second; who waits for longer is taken up here. */
const NET_MS = 15_000;

/** One look: every schedule that has waited for somebody for `waitedMs`. The trouble of one does not keep the others from being looked at. */
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

/** Looks until it is stopped. */
export const watchSchedules = (ctx: OperationContext): (() => void) =>
  repeatedly(ctx, { everyMs: EVERY_MS, what: "schedules" }, () => takeSchedules(ctx, NET_MS));
