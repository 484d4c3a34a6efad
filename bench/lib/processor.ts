// Processor time of processes and of the children that they waited for. Linux only.
import { readFileSync } from "node:fs";

const TICK_S = 0.01;

/** Seconds; 0 of a process that has gone: its parent, which waited for it, has its time. */
export function processorSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + secondsOf(pid), 0);
}

/** Fields 14 to 17 of /proc/<pid>/stat; the name in field 2 may hold spaces and brackets, so count from its end. */
function secondsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * TICK_S, 0);
  } catch {
    return 0;
  }
}

/** The command line of a process; "" of one that has gone. */
export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}
