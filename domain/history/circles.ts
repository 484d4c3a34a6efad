// Commits that are their own ancestors: no repository has them, a history that lies may.
import { parentsFirst } from "./order.ts";

/** Commits on a circle. Parents that are no commit of the map are none. */
export function circles(parentsOf: ReadonlyMap<string, readonly string[]>): Set<string> {
  const shas = [...parentsOf.keys()];
  const numbers = new Map(shas.map((sha, at) => [sha, at]));
  const parents = [...parentsOf.values()].map((list) => list.flatMap((sha) => numbers.get(sha) ?? []));
  const sound = new Set(parentsFirst(parents));
  return new Set(shas.filter((_, at) => !sound.has(at)));
}
