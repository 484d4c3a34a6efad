// Formats numbers, times and words for people.
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto", style: "short" });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const minute = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const month = new Intl.DateTimeFormat(undefined, { month: "long", year: "numeric", timeZone: "UTC" });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const whole = new Intl.NumberFormat();
const fine = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** "3 min. ago". */
export function formatAgo(time: string | Date, now = Date.now()): string {
  const seconds = (new Date(time).getTime() - now) / 1_000;
  for (const [unit, length] of STEPS)
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  return relative.format(Math.trunc(seconds), "second");
}

/** Date and time in the person's time zone. */
export const formatExact = (time: string | Date): string => exact.format(new Date(time));

/** Date and time without seconds, for long lists of options. */
export const formatMinute = (time: string | Date): string => minute.format(new Date(time));

/** Time of day. */
export const formatTime = (time: string | Date): string => clock.format(new Date(time));

/** "November 2026" for "2026-11". */
export const formatMonth = (period: string): string => month.format(new Date(`${period}-01T00:00:00Z`));

/** Date only. */
export const formatDate = (time: string | Date): string => day.format(new Date(time));

/** "850 ms", "12.4 s", "3 min 05 s". */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const tenths = Math.round(ms / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`;
  // Rounded once, so that no part reaches 60.
  const seconds = Math.round(ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, "0")} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}

export const formatCount = (value: number): string => whole.format(value);
export const formatNumber = (value: number): string => fine.format(value);
export const formatPercent = (share: number): string => `${fine.format(share * 100)} %`;

/** "1 run", "2 runs". */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** Abbreviated commit id: "a1b2c3d". */
export const shortCommit = (sha: string): string => sha.slice(0, 7);
