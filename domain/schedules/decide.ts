// Decides what to do with a schedule that is due. Pure; the stored state and the running run are inputs.
import { type CronSpec, latestDue } from "./cron.ts";

/** A due time that is older when it can be handled is missed, so that a nightly test does not run at noon. */
export const CATCH_UP_MS = 6 * 3_600_000;
const CATCH_UP_HOURS = CATCH_UP_MS / 3_600_000;

export type DueDecision =
  | { what: "nothing" }
  | { what: "start"; at: Date; passed: number; reason: string | null }
  | { what: "skipped" | "missed"; at: Date; passed: number; reason: string };

/**
 * `handledUntil`: due times up to then have been handled. `going`: a run that an earlier due time started and that has not ended. If
 * several due times passed before they could be handled, the newest represents all of them, so that only one run starts.
 */
export function decideDue(
  schedule: CronSpec & { enabled: boolean; handledUntil: Date },
  { now, going }: { now: Date; going: string | null },
): DueDecision {
  if (!schedule.enabled) return { what: "nothing" };
  const due = latestDue(schedule, schedule.handledUntil, now);
  if (!due) return { what: "nothing" };
  const { at, passed } = due;
  const earlier = passed === 0 ? null : earlierSentence(passed);
  if (now.getTime() - at.getTime() > CATCH_UP_MS) {
    const missed = `The service was away when this was due, and for more than ${CATCH_UP_HOURS} hours after it.`;
    return { what: "missed", at, passed, reason: joined(missed, earlier) };
  }
  if (going !== null) return { what: "skipped", at, passed, reason: joined(`Run ${going} is still running.`, earlier) };
  return { what: "start", at, passed, reason: earlier };
}

const joined = (first: string, second: string | null) => (second === null ? first : `${first} ${second}`);

function earlierSentence(passed: number): string {
  const times = passed === 1 ? "One earlier due time" : `${passed} earlier due times`;
  return `${times} passed while the service was down: this run replaces ${passed === 1 ? "both" : "all"}.`;
}
