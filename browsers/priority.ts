// Gives browsers a lower priority than the service, so that requests are answered while pages use every core.
import { readdirSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { descendantsOf } from "./processes.ts";

/** nice(1) of a browser. At 5, a busy browser gets a third of the time of a busy process of the service. */
export const NICE = 5;

/** Lowers the priority of a browser and of everything that it starts later. */
export function yieldToService(leader: number): void {
  for (const pid of [leader, ...descendantsOf(leader)]) for (const thread of threadsOf(pid)) lower(thread);
  // Where Linux groups processes by session, the priority of a process only counts within its session, and a browser has its own.
  try {
    writeFileSync(`/proc/${leader}/autogroup`, String(NICE));
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

function lower(thread: number): void {
  try {
    setPriority(thread, NICE);
  } catch {
    // Ended in the meantime.
  }
}
