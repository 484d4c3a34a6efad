// What the failed results of a run have in common: equal causes are one change, wherever they show.
import type { Region } from "./outcome.ts";

type Named = { causes?: readonly string[] | undefined; fingerprint: string | null; index: number };

/** Names of the changes that a failed result shows; without one it is a change of its own. */
export const changeNames = ({ causes, fingerprint, index }: Named): (string | number)[] =>
  causes?.length ? [...causes] : [fingerprint || index];

/** Changes that show in the same results, told together. */
export type ChangeGroup<T> = { names: (string | number)[]; shots: T[] };

/**
 * One group for all changes that are in exactly the same results: a changed header of 19 pages is one, and so are the twelve changes of
 * one page. Those in most results come first, then in the order of the results.
 */
export function changeGroups<T extends Named>(failed: readonly T[]): ChangeGroup<T>[] {
  const byName = new Map<string | number, T[]>();
  for (const shot of failed)
    for (const name of changeNames(shot)) {
      const known = byName.get(name);
      if (known) known.push(shot);
      else byName.set(name, [shot]);
    }
  const byShots = new Map<string, ChangeGroup<T>>();
  for (const [name, shots] of byName) {
    const key = shots.map(({ index }) => index).join(" ");
    const known = byShots.get(key);
    if (known) known.names.push(name);
    else byShots.set(key, { names: [name], shots });
  }
  return [...byShots.values()].sort((a, b) => b.shots.length - a.shots.length);
}

/** The regions of a result that belong to the changes; all of them where regions have no names. */
export function regionsOf(regions: readonly Region[], names: readonly (string | number)[]): Region[] {
  const own = regions.filter(({ cause }) => cause !== undefined && names.includes(cause));
  return own.length > 0 || regions.some(({ cause }) => cause) ? own : [...regions];
}
