// Peak memory of trees of processes, as the kernel counts it for each: shared pages are shared out (PSS). Linux only.
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";

const EVERY_MS = 250;

/** The most MB that each of the sets of processes took while `work` went on; they are asked for anew each time. */
export async function peakMemory(
  sets: Readonly<Record<string, () => number[]>>,
  work: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const peaks = Object.fromEntries(Object.keys(sets).map((name) => [name, 0]));
  const timer = setInterval(() => {
    for (const [name, pids] of Object.entries(sets))
      peaks[name] = Math.max(
        peaks[name] ?? 0,
        pids().reduce((sum, pid) => sum + pssOf(pid), 0),
      );
  }, EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return peaks;
}

/** MB; 0 of a process that has gone. */
export function pssOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

/** Resident memory of a process, in MB; 0 of one that has gone. */
export async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_000;
}
