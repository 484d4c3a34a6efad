// Prints the progress of the first result: a line when a step begins, and another when it is done.
import { readableDuration } from "../client/duration.ts";

export type Steps = {
  /** Runs a step. `done` describes its result; null if nothing had to be done. Its duration is printed as well. */
  step<T>(doing: string, work: () => Promise<T>, done: (value: T) => string | null): Promise<T>;
  /** What was done; empty if there was nothing left to do. */
  readonly changed: readonly string[];
};

export function createSteps(note: (line: string) => void, signal: AbortSignal, now: () => number = Date.now): Steps {
  const changed: string[] = [];
  return {
    changed,
    async step(doing, work, done) {
      signal.throwIfAborted();
      const began = now();
      note(`… ${doing}`);
      const value = await work();
      signal.throwIfAborted();
      const said = done(value);
      if (said === null) return value;
      changed.push(said);
      note(`✔ ${said} (${readableDuration(now() - began)})`);
      return value;
    },
  };
}
