// Finds the page that ended a shared browser: all that were at work in it are tried again, each in a browser of its own.
import { BrowserCrashedError, PageAtFaultError } from "./errors.ts";
import type { BrowserPool } from "./pool.ts";

/** A page alone is given one more chance: the system may have ended its browser for reasons of its own. */
const MAX_CRASHES = 2;

/**
 * Does `work`, which must be harmless to repeat, with a pool to take its page from. After a crash it is done again in a
 * browser that nothing else uses, so that no page pays for what another one did. Throws PageAtFaultError when the page ended
 * browsers by itself, the signal's reason, and whatever `work` throws besides.
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

/** Lets one in at a time, in the order of coming. */
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
