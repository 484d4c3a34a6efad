// Calendar month and key handling, for dates such as "2026-12-31". Pure functions without time zones.

const DAY_MS = 86_400_000;
const WEEK = 7;

/** Returns the date at midnight UTC, because every UTC day has the same length. */
const dayOf = (date: string): Date => new Date(`${date}T00:00:00Z`);
const textOf = (day: Date): string => day.toISOString().slice(0, 10);

/** Returns whether the text is an existing date. */
export const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(dayOf(text).getTime()) && textOf(dayOf(text)) === text;

/** Returns the date `days` days later. */
export const addDays = (date: string, days: number): string => textOf(new Date(dayOf(date).getTime() + days * DAY_MS));

/** Returns the same day `months` months later, or the last day of a shorter month. */
export function addMonths(date: string, months: number): string {
  const day = dayOf(date);
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return textOf(new Date(Date.UTC(year, month, Math.min(day.getUTCDate(), last))));
}

/** Returns the position of a date in its week, 0 for the first day. `firstDay`: 1 for Monday to 7 for Sunday. */
const intoWeek = (date: string, firstDay: number): number =>
  (dayOf(date).getUTCDay() - (firstDay % WEEK) + WEEK) % WEEK;

/** Returns the complete weeks of a date's month; days of other months are null. */
export function weeksOf(date: string, firstDay: number): (string | null)[][] {
  const month = date.slice(0, 7);
  const first = `${month}-01`;
  const before = intoWeek(first, firstDay);
  const days = Number(addDays(addMonths(first, 1), -1).slice(-2));
  const dayAt = (at: number): string | null => (at < 0 || at >= days ? null : addDays(first, at));
  return Array.from({ length: Math.ceil((before + days) / WEEK) }, (_, week) =>
    Array.from({ length: WEEK }, (_, at) => dayAt(week * WEEK + at - before)),
  );
}

const MOVES: Readonly<Record<string, (date: string, firstDay: number) => string>> = {
  ArrowLeft: (date) => addDays(date, -1),
  ArrowRight: (date) => addDays(date, 1),
  ArrowUp: (date) => addDays(date, -7),
  ArrowDown: (date) => addDays(date, 7),
  PageUp: (date) => addMonths(date, -1),
  PageDown: (date) => addMonths(date, 1),
  Home: (date, firstDay) => addDays(date, -intoWeek(date, firstDay)),
  End: (date, firstDay) => addDays(date, 6 - intoWeek(date, firstDay)),
};

export type Bounds = { min?: string; max?: string };

/** Returns the nearest date within the bounds. */
export const within = (date: string, { min = "", max = "9998-12-31" }: Bounds): string =>
  date < min ? min : date > max ? max : date;

/** Returns the date that a key moves to, or null if the key has no meaning in a calendar. */
export function dateAfterKey(date: string, key: string, firstDay: number, bounds: Bounds): string | null {
  const move = MOVES[key];
  return move ? within(move(date, firstDay), bounds) : null;
}

/** Returns the first day of the week for a language; Monday if the browser does not know. */
export function firstDayOf(language: string): number {
  const locale = new Intl.Locale(language) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

const PARTS = ["year", "month", "day"] as const;
type Part = (typeof PARTS)[number];

const dateFormat = (language: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language, { ...options, calendar: "gregory", numberingSystem: "latn", timeZone: "UTC" });

/** Formats a date in this language: "Dec 31, 2026". */
export const writtenDate = (date: string, language: string): string =>
  dateFormat(language, { dateStyle: "medium" }).format(dayOf(date));

/** Returns the order of day, month and year in numeric dates of this language. */
const orderIn = (language: string): Part[] =>
  dateFormat(language, {})
    .formatToParts()
    .flatMap(({ type }) => PARTS.filter((part) => part === type));

/** Returns the month that a word names or abbreviates in this language or in English; 0 if none. */
function monthNamed(word: string, language: string): number {
  for (const spoken of [language, "en"])
    for (const length of ["short", "long"] as const) {
      const format = dateFormat(spoken, { month: length, day: "numeric" });
      for (let month = 0; month < 12; month++) {
        const parts = format.formatToParts(new Date(Date.UTC(2026, month)));
        const name = parts.find(({ type }) => type === "month")?.value.toLowerCase() ?? "";
        const letters = /\d/.test(name) ? "" : name.replace(/[^\p{L}\p{M}]/gu, "");
        if (letters === word || (word.length > 2 && letters.startsWith(word))) return month + 1;
      }
    }
  return 0;
}

/** Parses a typed date: "2026-12-31", with a month name, or numeric in the language's order. Returns null if it is not a date. */
export function readDate(text: string, language: string): string | null {
  const found = (text.toLowerCase().match(/\d+|[\p{L}\p{M}]+/gu) ?? []).flatMap((word): [number, Part | null][] => {
    if (/\d/.test(word)) return [[Number(word), word.length === 4 ? "year" : null]];
    const month = monthNamed(word, language);
    return month > 0 ? [[month, "month"]] : [];
  });
  const known = found.map(([, part]) => part);
  const order = known[0] === "year" ? PARTS : orderIn(language);
  const left = order.filter((part) => !known.includes(part));
  const parts = found.map(([value, part]) => [part ?? left.shift(), value]);
  if (parts.length !== 3) return null;
  const { year, month, day } = Object.fromEntries(parts) as Partial<Record<Part, number>>;
  const date = [(year ?? 0) < 100 ? 2_000 + (year ?? 0) : year, month, day]
    .map((one) => String(one).padStart(2, "0"))
    .join("-");
  return isDate(date) ? date : null;
}
