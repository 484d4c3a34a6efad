// Processor time of processes, including children they have waited for. Linux only.
import { readFileSync } from "node:fs";

const TICK_S = 0.01;

/** Returns the seconds. A process that is gone counts as 0, because its parent, which waited for it, includes its time. */
export function processorSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + secondsOf(pid), 0);
}

/** Reads fields 14 to 17 of /proc/<pid>/stat. The name in field 2 may contain spaces and parentheses, so count from the end. */
function secondsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * TICK_S, 0);
  } catch {
    return 0;
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
