// Measures how much processor time was recently unused.
import { availableParallelism, type CpuInfo, cpus } from "node:os";

/** A shorter interval is not meaningful, and a longer one says nothing about the present. */
const MIN_MS = 400;
const MAX_MS = 3_000;

export type IdleOptions = { cpus?: () => Pick<CpuInfo, "times">[]; cores?: number; now?: () => number };

/**
 * Returns a function that returns the share of this process's cores that was unused since its last call, from 0 to 1. It returns 0 for the
 * first call and for calls too soon or too late after the last one, because nothing is known then. In a container limited to some of the
 * machine's cores, load on the others counts as used, so the share is never overestimated.
 */
export function idleShare({
  cpus: read = cpus,
  cores = availableParallelism(),
  now = () => performance.now(),
}: IdleOptions = {}): () => number {
  let last: { at: number; busy: number } | null = null;
  return () => {
    const at = now();
    if (last && at - last.at < MIN_MS) return 0;
    const busy = read().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
    const before = last;
    last = { at, busy };
    if (!before || at - before.at > MAX_MS) return 0;
    return Math.min(1, Math.max(0, 1 - (busy - before.busy) / (at - before.at) / cores));
  };
}
