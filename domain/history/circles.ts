// Commits that are their own ancestors: no repository has them, a history that lies may.

/**
 * Commits on a circle, or between two circles. Parents that are no commit of the map are none.
 * Takes time in proportion to commits and parents.
 */
export function circles(parentsOf: ReadonlyMap<string, readonly string[]>): Set<string> {
  const childrenOf = new Map<string, string[]>([...parentsOf.keys()].map((sha) => [sha, []]));
  for (const [sha, parents] of parentsOf) for (const parent of parents) childrenOf.get(parent)?.push(sha);
  const left = new Set(parentsOf.keys());
  strip(
    left,
    (sha) => parentsOf.get(sha) ?? [],
    (sha) => childrenOf.get(sha) ?? [],
  );
  if (left.size > 0)
    strip(
      left,
      (sha) => childrenOf.get(sha) ?? [],
      (sha) => parentsOf.get(sha) ?? [],
    );
  return left;
}

type Edges = (sha: string) => readonly string[];

/** Takes out what has nothing before it, and then what has nothing before it any more. */
function strip(left: Set<string>, before: Edges, after: Edges): void {
  const waiting = new Map([...left].map((sha) => [sha, before(sha).filter((one) => left.has(one)).length]));
  const free = [...left].filter((sha) => waiting.get(sha) === 0);
  for (let sha = free.pop(); sha !== undefined; sha = free.pop()) {
    left.delete(sha);
    for (const next of after(sha)) {
      const count = waiting.get(next);
      if (count === undefined) continue;
      waiting.set(next, count - 1);
      if (count === 1) free.push(next);
    }
  }
}
