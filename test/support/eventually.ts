import { TIMEOUT_FACTOR } from "./timeoutFactor.ts";

/** Polls until `read` answers something; rejects with `what` after the time, which is stretched as a test's limit is. */
export async function eventually<T>(
  what: string,
  read: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  timeoutMs = 60_000,
): Promise<T> {
  const limitMs = timeoutMs * TIMEOUT_FACTOR;
  const deadline = Date.now() + limitMs;
  for (;;) {
    const value = await read();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`This did not come about in ${limitMs / 1_000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A machine that does something else for a while does nothing of this for so long. */
const STILL_MS = 60_000;

/**
 * Polls until it is done, for however long it moves; rejects with `what` when `seen` has been the same for a minute, which is
 * stretched as a test's limit is.
 */
export async function whileMoving(
  what: string,
  look: () => Promise<{ done: boolean; seen: string | number }>,
  stillMs = STILL_MS,
): Promise<void> {
  const limitMs = stillMs * TIMEOUT_FACTOR;
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
