// Parses and formats durations, such as `--timeout 30m`.
import { wrongUse } from "./exit.ts";

const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000 };
const MAX_MS = 24 * 3_600_000;

/** Returns ms; a bare number means seconds. Throws ClientError (2) for an invalid duration, or one of more than a day. */
export function readDuration(text: string, option: string): number {
  const [, number, unit = "s"] = /^(\d+(?:\.\d+)?)(s|m|h)?$/.exec(text.trim()) ?? [];
  const ms = number === undefined ? Number.NaN : Number(number) * (UNITS[unit] ?? 0);
  if (!(ms > 0) || ms > MAX_MS)
    throw wrongUse(`${option} takes a time such as 90s, 30m or 2h, at most a day, not "${text}".`);
  return ms;
}

/** Formats a duration for people: "12.9 s", "1 min 5 s". */
export function readableDuration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${(ms / 1_000).toFixed(1)} s`;
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)} min${rest > 0 ? ` ${rest} s` : ""}`;
}
