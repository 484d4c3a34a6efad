// The waiting of a request that may take its time: it looks again and again, ever more rarely.
import { setTimeout as sleep } from "node:timers/promises";

/** The longest wait of one request. */
export const MAX_WAIT_MS = 120_000;
const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 3_000;
const GROWTH = 1.5;

/**
 * Looks until `over` answers true, `maxWaitMs` are over or `signal` fires. The clock is the computer's own: it measures the wait, and
 * nothing that is stored.
 */
export async function pollUntil(
  over: () => Promise<boolean>,
  { maxWaitMs, signal }: { maxWaitMs: number; signal: AbortSignal },
): Promise<void> {
  const until = performance.now() + Math.min(maxWaitMs, MAX_WAIT_MS);
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * GROWTH, MAX_PAUSE_MS)) {
    const left = until - performance.now();
    if ((await over()) || left <= 0 || signal.aborted) return;
    await sleep(Math.min(pause, left), undefined, { signal }).catch(() => {});
  }
}
