// A read that many ask for at a time: they share one, for a moment.
import { connectionOf } from "../database/connectionOf.ts";
import type { Models } from "../index.ts";

/** As `read` answers, at most `keptMs` old. What failed is asked again. */
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
