// Calls into a page that may be busy for ever, where the visit goes on without their answer.
import type { Guard } from "./guard.ts";

/**
 * The promise's answer, or undefined when it rejects or takes longer than `ms`. Throws when the visit is cancelled, its
 * browser is gone, or its time is over.
 */
export async function bounded<T>(guard: Guard, promise: Promise<T>, ms: number): Promise<T | undefined> {
  try {
    return await guard.run(promise, ms);
  } catch (error) {
    if (guard.signal.aborted || guard.left() <= 0) throw error;
    return undefined;
  }
}

/** Whether it came about in time. Throws as `bounded` does. */
export async function inTime(guard: Guard, promise: Promise<unknown>, ms: number): Promise<boolean> {
  return (
    (await bounded(
      guard,
      promise.then(() => true),
      ms,
    )) === true
  );
}
