type Kept = { keepMs: number; most: number };

/** Shares running look-ups of a name and caches their results for `keepMs`, those of the `most` newest names. Failures are not cached. */
export function remembering<T>(
  ask: (name: string) => Promise<T>,
  { keepMs, most }: Kept,
): (name: string) => Promise<T> {
  const kept = new Map<string, { answer: Promise<T>; until: number }>();
  return (name) => {
    const known = kept.get(name);
    if (known !== undefined && known.until > Date.now()) return known.answer;
    const answer = ask(name);
    kept.delete(name);
    kept.set(name, { answer, until: Date.now() + keepMs });
    answer.catch(() => {
      if (kept.get(name)?.answer === answer) kept.delete(name);
    });
    if (kept.size > most) kept.delete(kept.keys().next().value ?? name);
    return answer;
  };
}
