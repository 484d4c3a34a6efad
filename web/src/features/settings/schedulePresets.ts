// Converts between a schedule's preset and its cron expression. Pure functions.

export type Preset = {
  kind: "daily" | "weekdays" | "weekly" | "hourly" | "cron";
  hour: string;
  minute: string;
  /** "0" is Sunday. */
  weekday: string;
  /** Only used by the kind `cron`. */
  cron: string;
};

export const PRESETS: readonly { value: Preset["kind"]; label: string }[] = [
  { value: "daily", label: "Every day" },
  { value: "weekdays", label: "Monday to Friday" },
  { value: "weekly", label: "Once a week" },
  { value: "hourly", label: "Every hour" },
  { value: "cron", label: "Other (cron)" },
];

const NAMES = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
export const WEEKDAYS = NAMES.map((label, day) => ({ value: String(day), label }));

const counted = (count: number, step: number) =>
  Array.from({ length: count / step }, (_, at) => {
    const value = String(at * step);
    return { value, label: value.padStart(2, "0") };
  });
export const HOURS = counted(24, 1);
export const MINUTES = counted(60, 5);

/** Returns the five cron fields of a preset. */
export function cronOf({ kind, hour, minute, weekday, cron }: Preset): string {
  switch (kind) {
    case "daily":
      return `${minute} ${hour} * * *`;
    case "weekdays":
      return `${minute} ${hour} * * 1-5`;
    case "weekly":
      return `${minute} ${hour} * * ${weekday}`;
    case "hourly":
      return `${minute} * * * *`;
    case "cron":
      return cron;
  }
}

const DAYS: Readonly<Record<string, Pick<Preset, "kind" | "weekday">>> = {
  "*": { kind: "daily", weekday: "1" },
  "1-5": { kind: "weekdays", weekday: "1" },
};

/** Returns the preset that matches the expression, or `cron` if none does. */
export function presetOf(cron: string): Preset {
  const [, minute = "0", hour = "3", weekday = "*"] = /^(\d{1,2}) (\d{1,2}|\*) \* \* (\*|1-5|[0-6])$/.exec(cron) ?? [];
  const kind =
    hour === "*"
      ? ({ kind: "hourly", weekday: "1" } as const)
      : (DAYS[weekday] ?? { kind: "weekly" as const, weekday });
  const preset = { ...kind, minute, hour: hour === "*" ? "3" : hour, cron };
  const offered = (options: typeof HOURS, value: string, usual: string) =>
    options.some((one) => one.value === value) ? value : usual;
  const shown = { ...preset, minute: offered(MINUTES, minute, "0"), hour: offered(HOURS, preset.hour, "3") };
  // A list without the value would show its first option and mean another one.
  return cronOf(shown) === cron ? shown : { ...shown, kind: "cron" };
}
