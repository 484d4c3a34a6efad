// Calls into a page that may be busy indefinitely, for which the visit continues without a result.
import type { Guard } from "./guard.ts";

/**
 * Returns the promise's value, or undefined if it rejects or takes longer than `ms`. Throws if the visit is cancelled, its
 * browser is gone, or its time is up.
 */
export async function bounded<T>(guard: Guard, promise: Promise<T>, ms: number): Promise<T | undefined> {
  try {
    return await guard.run(promise, ms);
  } catch (error) {
    if (guard.signal.aborted || guard.left() <= 0) throw error;
    return undefined;
  }
}

/** Returns whether the promise resolved in time. Throws like `bounded`. */
export async function inTime(guard: Guard, promise: Promise<unknown>, ms: number): Promise<boolean> {
  return (
    (await bounded(
      guard,
      promise.then(() => true),
      ms,
    )) === true
  );
}
