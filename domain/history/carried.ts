// Finds screenshots that count although they were accepted on commits that are not ancestors: those of a branch that was rebased or amended,
// and of a pull request that a commit squashed.
import type { NumberedCommits } from "./graph.ts";
import { UNKNOWN } from "./standing.ts";

type Candidate = { place: number; at: Date };

/**
 * Returns the candidates, at most one per place, that reach a commit from the side: from commits that are neither its ancestors nor its
 * descendants (if a branch was reset to an older commit, the commits after it do not count). The newest counts, unless another was
 * accepted on the commit's own history since. Candidates are version numbers.
 */
export function carriedTo(
  commit: number,
  candidates: readonly number[],
  versions: readonly Candidate[],
  standing: Int32Array,
  commits: NumberedCommits,
): Map<number, number> {
  const carried = new Map<number, number>();
  if (candidates.length === 0) return carried;
  const own = commits.ancestorsOf(commit);
  const descends = memoised((one: number) => commits.isAncestor(commit, one));
  const older = memoised2((a: number, b: number) => commits.isAncestor(a, b));
  const standsAt = (version: number): number => standing[version] ?? UNKNOWN;
  const timeOf = (version: number): number => versions[version]?.at.getTime() ?? 0;
  const isOwn = (version: number): boolean => standsAt(version) !== UNKNOWN && own[standsAt(version)] === 1;
  const isAside = (version: number): boolean => {
    const at = standsAt(version);
    return at === UNKNOWN || (at >= 0 && own[at] !== 1 && !descends(at));
  };
  const olderThan = (a: number, b: number): boolean =>
    standsAt(a) >= 0 && standsAt(b) >= 0 && standsAt(a) !== standsAt(b) && older(standsAt(a), standsAt(b));

  for (const [place, list] of Map.groupBy(candidates, (version) => versions[version]?.place ?? 0)) {
    let newest: number | undefined;
    for (const version of list.filter(isAside)) {
      const replaces =
        newest === undefined ||
        olderThan(newest, version) ||
        (timeOf(version) >= timeOf(newest) && !olderThan(version, newest));
      if (replaces) newest = version;
    }
    if (newest === undefined) continue;
    const last = newest;
    const decidedSince = list.some(
      (version) => isOwn(version) && timeOf(version) >= timeOf(last) && !olderThan(version, last),
    );
    if (!decidedSince) carried.set(place, last);
  }
  return carried;
}

function memoised(answer: (key: number) => boolean): (key: number) => boolean {
  const known = new Map<number, boolean>();
  return (key) => {
    const found = known.get(key) ?? answer(key);
    known.set(key, found);
    return found;
  };
}

function memoised2(answer: (a: number, b: number) => boolean): (a: number, b: number) => boolean {
  const known = new Map<number, (b: number) => boolean>();
  return (a, b) => {
    const found = known.get(a) ?? memoised((other) => answer(a, other));
    known.set(a, found);
    return found(b);
  };
}
