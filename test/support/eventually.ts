import { extended } from "./timeoutFactor.ts";

/**
 * Pause before the next look, in ms: a twentieth of the wait so far, because a look at a service costs some 10 ms of processor time, and
 * the files that share the cores wait most of the time. Short enough for a state that lasts a second.
 */
const pauseAfter = (waitedMs: number): number => Math.min(Math.max(50, waitedMs / 20), 200);

/** Polls until `read` returns a value. Rejects with `what` after the timeout, which is extended like a test's timeout. */
export async function eventually<T>(
  what: string,
  read: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  timeoutMs = 60_000,
): Promise<T> {
  const limitMs = extended(timeoutMs);
  const began = Date.now();
  for (;;) {
    const value = await read();
    if (value) return value;
    const waitedMs = Date.now() - began;
    if (waitedMs > limitMs) throw new Error(`This did not come about in ${limitMs / 1_000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pauseAfter(waitedMs)));
  }
}

/** On a machine that is busy with other work, nothing may happen for this long. */
const STILL_MS = 60_000;
/** What moves takes minutes, and a look often reads many runs. */
const LOOK_EVERY_MS = 500;

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
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
