// Watches the disk of the data folder, and reports when it runs low, is full, or has space again.
import { diskSpace } from "../platform/diskSpace.ts";

export type DiskWatchOptions = {
  folder: string;
  log(line: string): void;
  everyMs?: number;
  /** Returns the disk's available and total bytes. */
  space?(folder: string): Promise<{ free: number; size: number }>;
};

/** Less than one screenshot and a few pages of each database. */
const FULL_BYTES = 8 * 1024 * 1024;
/**
 * Space for some runs with their screenshots. On a small disk it is a quarter of the size, because otherwise an empty disk would count as
 * nearly full.
 */
const LOW_BYTES = 1_000_000_000;
const LOW_PART = 0.25;
/** Share of free disk space below which databases and file systems become slow. */
const LOW_SHARE = 0.1;
const EVERY_MS = 5_000;
/** Factor above a limit at which its level ends, so that fluctuation around the limit is not reported repeatedly. */
const SWING = 1.05;

/** Worst first. */
const LEVELS = ["full", "nearly full", "low"] as const;
type Level = (typeof LEVELS)[number];

/** Returns the current level. A level ends a little later than it begins. */
function levelOf({ free, size }: { free: number; size: number }, now: Level | null): Level | null {
  const limit = { full: FULL_BYTES, "nearly full": Math.min(LOW_BYTES, LOW_PART * size), low: LOW_SHARE * size };
  const holds = (level: Level) => now !== null && LEVELS.indexOf(now) <= LEVELS.indexOf(level);
  return LEVELS.find((level) => free < limit[level] * (holds(level) && level !== "full" ? SWING : 1)) ?? null;
}

/** Checks immediately and then regularly; `stop` ends that. A disk that cannot be queried is not reported. */
export function watchDisk({ folder, log, everyMs = EVERY_MS, space = diskSpace }: DiskWatchOptions): { stop(): void } {
  let level: Level | null = null;
  const look = async () => {
    const found = await space(folder).catch(() => null);
    if (found === null) return;
    const before = level;
    level = levelOf(found, before);
    if (level === before) return;
    const worse = level !== null && (before === null || LEVELS.indexOf(level) < LEVELS.indexOf(before));
    if (before === "full") log(`the disk of ${folder} has room again: work continues`);
    else if (!worse) log(`the disk of ${folder} has more room again: ${shown(found.free)} left`);
    if (worse && level === "full")
      log(
        `the disk of ${folder} is full (${Math.floor(found.free / 1024)} kB left): free some space there. Until then screenshots and logs are not kept, and the database and Temporal may not take anything; work continues automatically when there is room`,
      );
    else if (worse)
      log(
        `the disk of ${folder} is ${level === "low" ? "getting full" : "nearly full"}: ${shown(found.free)} of ${shown(found.size)} left (${Math.floor((100 * found.free) / found.size)} %). Free some space there, or keep runs for a shorter time`,
      );
  };
  void look();
  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

const shown = (bytes: number) =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.floor(bytes / 1e6).toLocaleString("en-US")} MB`;
