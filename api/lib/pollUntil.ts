// Long polling: repeats a check with growing pauses.
import { setTimeout as sleep } from "node:timers/promises";

/** Maximum wait of one request. */
export const MAX_WAIT_MS = 120_000;
const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 3_000;
const GROWTH = 1.5;

/**
 * Polls until `over` returns true, `maxWaitMs` has passed or `signal` aborts. Uses the machine's own clock, because only the wait is
 * measured and nothing of it is stored.
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
