import { extended } from "./timeoutFactor.ts";

/** Polls until `read` returns a value. Rejects with `what` after the timeout, which is extended like a test's timeout. */
export async function eventually<T>(
  what: string,
  read: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  timeoutMs = 60_000,
): Promise<T> {
  const limitMs = extended(timeoutMs);
  const deadline = Date.now() + limitMs;
  for (;;) {
    const value = await read();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`This did not come about in ${limitMs / 1_000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** On a machine that is busy with other work, nothing may happen for this long. */
const STILL_MS = 60_000;

/**
 * Polls until `read` is done, for as long as `seen` keeps changing. Rejects with `what` if `seen` has not changed for a minute (extended
 * like a test's timeout).
 */
export async function whileMoving(
  what: string,
  look: () => Promise<{ done: boolean; seen: string | number }>,
  stillMs = STILL_MS,
): Promise<void> {
  const limitMs = extended(stillMs);
  let last: string | number | undefined;
  let movedAt = Date.now();
  for (;;) {
    const { done, seen } = await look();
    if (done) return;
    if (seen !== last) movedAt = Date.now();
    last = seen;
    if (Date.now() - movedAt > limitMs) throw new Error(`Nothing moved for ${limitMs / 1_000} s (${seen}): ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
