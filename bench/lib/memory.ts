// Measures peak memory of process trees as proportional set size (PSS), where shared pages are divided among processes. Linux only.
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";

const EVERY_MS = 250;

/** Returns the peak MB of each set of processes during `work`. The sets are evaluated again at each sample. */
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

/** Returns the PSS in MB; 0 if the process is gone. */
export function pssOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

/** Returns the resident memory of a process in MB; 0 if it is gone. */
export async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_000;
}
