// How much of the processors' time nobody used lately.
import { availableParallelism, type CpuInfo, cpus } from "node:os";

/** A shorter stretch says little, a longer one nothing of this moment. */
const MIN_MS = 400;
const MAX_MS = 3_000;

export type IdleOptions = { cpus?: () => Pick<CpuInfo, "times">[]; cores?: number; now?: () => number };

/**
 * Answers, from call to call, the share of this process's cores that was unused since the last call: 0 to 1. 0 for the
 * first call, for one too early and for one too late, as nothing is known. In a container that may use some of the machine's cores,
 * what others use on the rest counts as used: that is never too much.
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
