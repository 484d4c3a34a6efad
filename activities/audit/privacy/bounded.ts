import type { Guard } from "../../capture/engine/guard.ts";

/**
 * The promise's answer, or undefined when it rejects or takes longer than `ms`: a page may be busy for ever. Throws when
 * the visit is cancelled, its browser is gone, or its time is over.
 */
export async function bounded<T>(guard: Guard, promise: Promise<T>, ms: number): Promise<T | undefined> {
  try {
    return await guard.run(promise, ms, () => new Error("late"));
  } catch (error) {
    if (guard.signal.aborted || guard.left() <= 0) throw error;
    return undefined;
  }
}
