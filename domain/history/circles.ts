// Finds commits that are their own ancestors. No repository has them, but a history that is sent may be wrong.
import { parentsFirst } from "./order.ts";

/** Returns the commits on a cycle. Parents that are not in the map are ignored. */
export function circles(parentsOf: ReadonlyMap<string, readonly string[]>): Set<string> {
  const shas = [...parentsOf.keys()];
  const numbers = new Map(shas.map((sha, at) => [sha, at]));
  const parents = [...parentsOf.values()].map((list) => list.flatMap((sha) => numbers.get(sha) ?? []));
  const sound = new Set(parentsFirst(parents));
  return new Set(shas.filter((_, at) => !sound.has(at)));
}
