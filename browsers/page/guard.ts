// No wait without an end: every call into a browser is raced with its time, the caller's cancellation and the browser's death.
import { CaptureFailure } from "./failures.ts";
import { isPageGone } from "./gone.ts";

/** A call that took longer than it was given, and nothing more is known of it. */
export class Late extends Error {
  constructor(what = "late") {
    super(what);
    this.name = "Late";
  }
}

export type Guard = {
  /** Aborted by the caller or by the browser's death. */
  signal: AbortSignal;
  /**
   * The promise's answer. Rejects with what `late` makes (Late) when it takes longer than `ms`, and with the signal's reason
   * at once; the promise itself is left behind, and ends when the context is closed.
   */
  run<T>(promise: Promise<T>, ms: number, late?: () => Error): Promise<T>;
  sleep(ms: number): Promise<void>;
  /** Milliseconds until the whole capture must be over. */
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
      // A call that fails because its page is gone is a moment ahead of the news that the browser has crashed.
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

/** Resolves when the signal is aborted, or after the time. */
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
