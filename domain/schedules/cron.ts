// Computes when a schedule is due: five cron fields in a time zone. Pure, and authoritative for due times; Temporal only wakes the service.
import { CronExpressionParser } from "cron-parser";

export type CronSpec = { cron: string; timeZone: string };

const MINUTE_MS = 60_000;
/** Minimum distance between due times. */
export const MIN_INTERVAL_MINUTES = 5;
/** How far back due times are searched; anything missed earlier is not counted. */
const LOOK_BACK_MS = 7 * 24 * 60 * MINUTE_MS;
/** The iteration starts before the hour that a clock change repeats, so that it never starts inside it. */
const BEFORE_REPEATED_MS = 3 * 60 * MINUTE_MS;
/** Number of sampled due times: enough to find the shortest distance within a day and across a clock change. */
const SAMPLED = 300;

/** Numbers, names of months and weekdays, `*`, lists, ranges and steps: the syntax that cron-parser and Temporal interpret alike. */
const PART = String.raw`(?:\*|(?:\d{1,2}|[A-Za-z]{3})(?:-(?:\d{1,2}|[A-Za-z]{3}))?)(?:/\d{1,2})?`;
const FIELD = new RegExp(`^${PART}(?:,${PART}){0,30}$`);

/** Returns what is wrong with the expression or the time zone, or null. */
export function cronProblem(
  { cron, timeZone }: CronSpec,
  { now, jitterMinutes }: { now: Date; jitterMinutes: number },
): { path: "cron" | "timeZone" | "jitterMinutes"; message: string } | null {
  const wrong = (message: string) => ({ path: "cron" as const, message });
  if (!isTimeZone(timeZone))
    return { path: "timeZone", message: "must be a time zone of the IANA database, such as Europe/Berlin or UTC" };
  const fields = cron.split(" ");
  if (fields.length !== 5 || !fields.every((field) => FIELD.test(field)))
    return wrong('must have five fields: minute, hour, day of the month, month, weekday, such as "0 6 * * 1-5"');
  const [, , day, , weekday] = fields;
  if (day !== "*" && weekday !== "*") return wrong("must name the day of the month or the weekday, not both");
  let times: Date[];
  try {
    times = dueTimes({ cron, timeZone }, { after: now, until: null, most: SAMPLED });
  } catch {
    return wrong("cannot be read as a cron expression");
  }
  if (times.length === 0) return wrong("never becomes due");
  const apart = Math.min(...times.slice(1).map((at, i) => at.getTime() - times[i]!.getTime())) / MINUTE_MS;
  if (apart < MIN_INTERVAL_MINUTES) return wrong(`must be due at most every ${MIN_INTERVAL_MINUTES} minutes`);
  if (jitterMinutes >= apart)
    return { path: "jitterMinutes", message: `must be less than the ${apart} minutes between two due times` };
  return null;
}

export function isTimeZone(name: string): boolean {
  // Intl accepts "+02:00", which is not in the time zone database.
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns at most `most` due times after `after`, and none after `until` if given. When clocks go forward, a skipped time is due right
 * after the change. When they go back, a repeated time of day is due the first time, and "every hour" continues.
 */
export function dueTimes(
  { cron, timeZone }: CronSpec,
  { after, until, most }: { after: Date; until: Date | null; most: number },
): Date[] {
  const from = new Date(after.getTime() - BEFORE_REPEATED_MS);
  const times = CronExpressionParser.parse(cron, { currentDate: from, tz: timeZone, ...(until && { endDate: until }) });
  const found: Date[] = [];
  let last = Number.NEGATIVE_INFINITY;
  while (found.length < most && times.hasNext()) {
    const at = times.next().toDate();
    if (at.getTime() <= last) continue;
    last = at.getTime();
    if (until && at > until) break;
    if (at > after) found.push(at);
  }
  return found;
}

/** Returns the next due time after `now`, or null if there is none. */
export function nextDue(spec: CronSpec, now: Date): Date | null {
  return dueTimes(spec, { after: now, until: null, most: 1 })[0] ?? null;
}

/**
 * Returns the newest due time after `handled` and up to `now`, with the number of due times before it (within the last week), or null if
 * none is due.
 */
export function latestDue(spec: CronSpec, handled: Date, now: Date): { at: Date; passed: number } | null {
  const after = new Date(Math.max(handled.getTime(), now.getTime() - LOOK_BACK_MS));
  const most = LOOK_BACK_MS / (MIN_INTERVAL_MINUTES * MINUTE_MS) + 1;
  const times = dueTimes(spec, { after, until: now, most });
  const at = times.at(-1);
  return at ? { at, passed: times.length - 1 } : null;
}
