// Finds the time that a question refers to, such as "last night". Times are UTC, like those of runs.

export type TimeWindow = { from: number; to: number; words: string };

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Rule = { pattern: RegExp; of(midnight: number, now: number): TimeWindow };

const lastNight: Rule["of"] = (midnight, now) => ({
  from: midnight - 6 * HOUR,
  to: Math.min(now, midnight + 9 * HOUR),
  words: "last night",
});

/** The first matching rule counts. A night lasts from 18:00 to 09:00; weeks and months are the last 7 and 30 days. */
const RULES: readonly Rule[] = [
  {
    pattern: /\b(this|to)\s*-?night\b/,
    of: (midnight, now) =>
      now < midnight + 18 * HOUR ? lastNight(midnight, now) : { from: midnight + 18 * HOUR, to: now, words: "tonight" },
  },
  { pattern: /\b(last|over)\s*-?night\b/, of: lastNight },
  {
    pattern: /\bsince (the )?day before yesterday\b/,
    of: (midnight, now) => ({ from: midnight - 2 * DAY, to: now, words: "since the day before yesterday" }),
  },
  {
    pattern: /\bday before yesterday\b/,
    of: (midnight) => ({ from: midnight - 2 * DAY, to: midnight - DAY, words: "the day before yesterday" }),
  },
  {
    pattern: /\bsince yesterday\b/,
    of: (midnight, now) => ({ from: midnight - DAY, to: now, words: "since yesterday" }),
  },
  { pattern: /\byesterday\b/, of: (midnight) => ({ from: midnight - DAY, to: midnight, words: "yesterday" }) },
  {
    pattern: /\b(today|this morning|since midnight)\b/,
    of: (midnight, now) => ({ from: midnight, to: now, words: "today" }),
  },
  {
    pattern: /\b(this|last|past|the)\s+(24 hours|day)\b/,
    of: (_, now) => ({ from: now - DAY, to: now, words: "within a day" }),
  },
  {
    pattern: /\b(this|last|past)\s+week\b|\b(7|seven) days\b/,
    of: (_, now) => ({ from: now - 7 * DAY, to: now, words: "this week" }),
  },
  {
    pattern: /\b(this|last|past)\s+month\b|\b(30|thirty) days\b/,
    of: (_, now) => ({ from: now - 30 * DAY, to: now, words: "this month" }),
  },
  // The nightly runs of another time are those of that time.
  { pattern: /\bnightly\b/, of: lastNight },
];

/** Returns null if the question names no time. */
export function timeWindowOf(message: string, now: Date): TimeWindow | null {
  const text = message.toLowerCase();
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  return RULES.find(({ pattern }) => pattern.test(text))?.of(midnight, now.getTime()) ?? null;
}
