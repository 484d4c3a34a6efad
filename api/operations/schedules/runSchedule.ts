// Starts the runs of a schedule now.
import { ProductError } from "../../../domain/errors.ts";
import { describeCaller } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { requireChange } from "../keys/planGate.ts";
import { CHANGE_SCHEDULE, reachSchedule } from "./schedules.ts";
import { beginDue, goingRun } from "./takeDue.ts";
import { type ScheduleView, viewSchedules } from "./views.ts";

/**
 * Returns the schedule with the runs started. Throws `conflict` while its earlier run is running, and `unavailable` while a part of the
 * service is unavailable; the start is then kept and made up for. A paused schedule can also be run.
 */
export async function runSchedule(ctx: OperationContext, caller: Caller, id: string): Promise<ScheduleView> {
  await requireChange(ctx, caller, CHANGE_SCHEDULE);
  const schedule = await reachSchedule(ctx, caller, id);
  if (schedule.starting)
    throw new ProductError("conflict", `The schedule "${schedule.name}" is currently being started: list it again.`);
  const going = await goingRun(ctx, schedule);
  if (going !== null)
    throw new ProductError("conflict", `Run ${going} of this schedule is still running: wait for it, or cancel it.`, {
      runId: going,
    });
  const due = await beginDue(ctx, schedule, {
    at: ctx.now(),
    by: describeCaller(caller),
    passed: 0,
    reason: null,
  });
  if (due === null) {
    const kept = (await reachSchedule(ctx, caller, id)).starting;
    if (!kept)
      throw new ProductError("conflict", `The schedule "${schedule.name}" was changed by somebody else: try again.`);
  }
  await recordAudit(ctx, caller, "schedule.run", id, { name: schedule.name, outcome: due?.outcome ?? "waiting" });
  if (due === null)
    throw new ProductError(
      "unavailable",
      "A part of the service is unavailable: the runs of this schedule are stored and start automatically when it is back.",
    );
  return (await viewSchedules(ctx, [await reachSchedule(ctx, caller, id)]))[0]!;
}
