// Waits for work that cannot be stopped, but not after a signal is aborted.

/** Rejects with the signal's reason as soon as it is aborted; a result that arrives after that is undone. */
export async function unlessAborted<T>(
  promise: Promise<T>,
  signal?: AbortSignal,
  undo?: (late: T) => unknown,
): Promise<T> {
  if (signal === undefined) return promise;
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } catch (error) {
    if (signal.aborted) promise.then(undo).catch(() => undefined);
    throw error;
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
