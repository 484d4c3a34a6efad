// What the first result says while it works: one line when a step begins where that takes time, one when it is done.
import { readableDuration } from "../client/duration.ts";

export type Steps = {
  /** Runs a step; `done` words its result, null where nothing had to be done. Its time is printed with it. */
  step<T>(doing: string, work: () => Promise<T>, done: (value: T) => string | null): Promise<T>;
  /** What was done; a second command says that nothing was. */
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
