// Gives browsers a lower priority than the service, so that requests are answered while pages use every core.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { getPriority, setPriority } from "node:os";
import { descendantsOf } from "./processes.ts";

/** How much nicer (nice(1)) a browser is than the service. At 5, a busy browser gets a third of the time of a busy process of the service. */
const NICER = 5;
/** The lowest priority that Linux has. */
const NICEST = 19;

const below = (nice: number): number => Math.min(NICEST, nice + NICER);

/** Returns the nice value of the session of a process, or null where Linux does not group processes by session. */
export function sessionNice(pid: number): number | null {
  try {
    const [, nice] = /nice (-?\d+)/.exec(readFileSync(`/proc/${pid}/autogroup`, "utf8")) ?? [];
    return nice === undefined ? null : Number(nice);
  } catch {
    return null;
  }
}

/** Lowers the priority of a browser and of everything that it starts later. */
export function yieldToService(leader: number): void {
  const nice = below(getPriority());
  for (const pid of [leader, ...descendantsOf(leader)]) for (const thread of threadsOf(pid)) lower(thread, nice);
  // Where Linux groups processes by session, the priority of a process only counts within its session, and a browser has its own.
  try {
    writeFileSync(`/proc/${leader}/autogroup`, String(below(sessionNice(process.pid) ?? 0)));
  } catch {
    // Off, or not this kernel's.
  }
}

/**
 * On Linux a priority belongs to a thread, and new threads and processes inherit it. As root, Chromium sets those of its threads itself
 * (-8 for what draws, 0 for others), so only the priority of its session counts.
 */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}

function lower(thread: number, nice: number): void {
  try {
    setPriority(thread, nice);
  } catch {
    // Ended in the meantime.
  }
}
