// Previews when a cron expression would be due, before it is saved as a schedule.
import { type CronSpec, cronProblem, dueTimes } from "../../../domain/schedules/cron.ts";
import type { OperationContext } from "../../lib/context.ts";

/** Number of due times returned. */
const TOLD = 3;

/** `times`: ISO 8601; empty if the expression is not valid for a schedule. */
export function previewSchedule(
  { now }: Pick<OperationContext, "now">,
  spec: CronSpec,
): { times: string[]; problem: string | null } {
  const at = now();
  const wrong = cronProblem(spec, { now: at, jitterMinutes: 0 });
  if (wrong) return { times: [], problem: `${wrong.path} ${wrong.message}` };
  const times = dueTimes(spec, { after: at, until: null, most: TOLD });
  return { times: times.map((time) => time.toISOString()), problem: null };
}
