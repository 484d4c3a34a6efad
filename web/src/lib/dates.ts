// Dates as used by date fields: "2026-12-31".

const pad = (value: number): string => String(value).padStart(2, "0");

/** Returns the date `days` days from now, in the person's time zone. */
export function dateIn(days: number, now = new Date()): string {
  const then = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  return `${then.getFullYear()}-${pad(then.getMonth() + 1)}-${pad(then.getDate())}`;
}

/** Returns the end of a date in the person's time zone, as an ISO time. */
export const endOf = (date: string): string => new Date(`${date}T23:59:59`).toISOString();
