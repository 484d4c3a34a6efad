// Finds the page that crashed a shared browser: every page that was open in it is retried in a browser of its own.
import { BrowserCrashedError, PageAtFaultError } from "./errors.ts";
import type { BrowserPool } from "./pool.ts";

/** A page alone in its browser gets a second chance, because the system may have ended the browser for unrelated reasons. */
const MAX_CRASHES = 2;

/**
 * Runs `work`, which must be safe to repeat, with a pool to take its page from. After a crash it is repeated in a
 * browser that nothing else uses, so that no page suffers from another. Throws PageAtFaultError if the page crashes
 * browsers on its own, the signal's reason, and whatever else `work` throws.
 */
export async function despiteCrashes<T>(
  pool: BrowserPool,
  signal: AbortSignal,
  work: (pool: BrowserPool) => Promise<T>,
): Promise<T> {
  let place = pool;
  let crashes = 0;
  for (;;) {
    try {
      return await work(place);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof BrowserCrashedError) || error.blame === "nobody") throw error;
      if (error.blame === "page") crashes += 1;
      if (crashes === MAX_CRASHES) throw new PageAtFaultError(error);
      place = { ...pool, acquire: (kind, options, stop) => pool.acquire(kind, options, stop, { alone: true }) };
    }
  }
}

/** Creates a queue that admits one caller at a time, in order of arrival. */
export function createTurns(): (signal?: AbortSignal) => Promise<() => void> {
  let last: Promise<void> = Promise.resolve();
  return async (signal) => {
    const before = last;
    const { promise, resolve: leave } = Promise.withResolvers<void>();
    last = before.then(() => promise);
    const aborted = Promise.withResolvers<never>();
    const onAbort = (): void => aborted.reject(signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted) onAbort();
    try {
      await Promise.race([before, aborted.promise]);
      return leave;
    } catch (error) {
      leave();
      throw error;
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  };
}
