// Shares one read, for a moment, between many concurrent callers.
import { connectionOf } from "../database/connectionOf.ts";
import type { Models } from "../index.ts";

/** Returns the result of `read`, at most `keptMs` old. A failed read is repeated. */
export function sharedRead<T>(keptMs: number, read: (models: Models, now: Date) => Promise<T>) {
  const kept = new WeakMap<object, { from: number; answer: Promise<T> }>();
  return (models: Models, now: Date): Promise<T> => {
    const key = connectionOf(models);
    const last = kept.get(key);
    const age = last === undefined ? Number.POSITIVE_INFINITY : now.getTime() - last.from;
    if (last && age >= 0 && age < keptMs) return last.answer;
    const answer = read(models, now);
    kept.set(key, { from: now.getTime(), answer });
    answer.catch(() => kept.delete(key));
    return answer;
  };
}
