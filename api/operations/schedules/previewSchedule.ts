// When a cron expression would be due, before it is a schedule.
import { type CronSpec, cronProblem, dueTimes } from "../../../domain/schedules/cron.ts";
import type { OperationContext } from "../../lib/context.ts";

/** Due times that are told. */
const TOLD = 3;

/** `times`: ISO 8601, none where the expression cannot be a schedule. */
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
