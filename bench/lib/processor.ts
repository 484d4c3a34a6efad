// Processor time of processes, including children they have waited for. Linux only.
import { readFileSync } from "node:fs";

const TICK_S = 0.01;

/** Returns the seconds. A process that is gone counts as 0, because its parent, which waited for it, includes its time. */
export function processorSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + secondsOf(pid), 0);
}

/** Returns the seconds of a process without its children; null if it is gone. */
export function ownSeconds(pid: number): number | null {
  return sumOf(ticksOf(pid)?.slice(0, 2));
}

const secondsOf = (pid: number): number => sumOf(ticksOf(pid)) ?? 0;

const sumOf = (ticks: readonly number[] | undefined): number | null =>
  ticks ? ticks.reduce((sum, one) => sum + one, 0) * TICK_S : null;

/** Reads fields 14 to 17 of /proc/<pid>/stat. The name in field 2 may contain spaces and parentheses, so count from the end. */
function ticksOf(pid: number): number[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields.slice(11, 15).map(Number);
  } catch {
    return undefined;
  }
}

/** Returns the command line of a process; "" if it is gone. */
export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}
