// Bounds every wait: each call into a browser is raced against its time limit, the caller's cancellation and the browser's crash.
import { CaptureFailure } from "./failures.ts";
import { isPageGone } from "./gone.ts";

/** A call exceeded its time limit, with nothing more known about it. */
export class Late extends Error {
  constructor(what = "late") {
    super(what);
    this.name = "Late";
  }
}

export type Guard = {
  /** Aborted by the caller, or because the browser crashed. */
  signal: AbortSignal;
  /**
   * Returns the promise's value. Rejects with the error `late` creates (default Late) if it takes longer than `ms`, and immediately
   * with the signal's reason if that aborts; the promise itself is abandoned and settles when the context is closed.
   */
  run<T>(promise: Promise<T>, ms: number, late?: () => Error): Promise<T>;
  sleep(ms: number): Promise<void>;
  /** Milliseconds left for the whole capture. */
  left(): number;
};

const NEWS_MS = 1_000;

export function createGuard(signal: AbortSignal, totalMs: number): Guard {
  const end = performance.now() + totalMs;
  const left = (): number => Math.max(0, end - performance.now());

  const run: Guard["run"] = async (promise, ms, late = () => new Late()) => {
    const raced = Promise.withResolvers<never>();
    const onAbort = (): void => raced.reject(signal.reason);
    const bound = Math.min(ms, left());
    const timer = setTimeout(() => raced.reject(bound < ms ? overall(totalMs) : late()), bound);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      return await Promise.race([promise, raced.promise]);
    } catch (error) {
      promise.catch(() => undefined);
      // A call that fails because its page is gone rejects slightly before the crash event arrives.
      if (!signal.aborted && isPageGone(error)) await aborted(signal, NEWS_MS);
      if (signal.aborted) throw signal.reason;
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    }
  };

  const sleep = (ms: number): Promise<void> => {
    const slept = Promise.withResolvers<void>();
    const timer = setTimeout(slept.resolve, ms);
    return run(slept.promise, ms + 1_000, () => new Late("a timer is late")).finally(() => clearTimeout(timer));
  };

  return { signal, run, sleep, left };
}

/** Resolves when the signal aborts, or after `ms`. */
function aborted(signal: AbortSignal, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}

function overall(totalMs: number): CaptureFailure {
  return new CaptureFailure("timeout", `The shot was not done within ${Math.round(totalMs / 1000)} s.`, {
    ms: totalMs,
  });
}
