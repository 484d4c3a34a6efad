// Detects commits that repeat the change of another one, such as a squash that was cherry-picked to a release branch and keeps the pull
// request's number.
import type { NumberedCommits } from "./graph.ts";
import { UNKNOWN } from "./standing.ts";

type Version = { prNumber: number | null };

/**
 * How a commit that names a pull request got it. `first`: it was merged there. `again`: an ancestor already has it. Otherwise the commit
 * at which it was merged and whose change this one repeats.
 */
export type Brought = "first" | "again" | { origin: number };

/**
 * If several commits name a pull request, it was merged at the one closest to its branch, because a release branch left main long before.
 * If two are equally close, the one on main counts. `versions` are sorted by time.
 */
export function broughtTeller(
  commits: NumberedCommits,
  versions: readonly Version[],
  standing: Int32Array,
  onMain: Uint8Array | null,
): (commit: number) => Brought {
  const { parents, isAncestor } = commits;
  const naming = Map.groupBy(parents.keys(), commits.prOf);
  const lines = new Map<number, { carriers: number[]; baseOf: Map<number, number> }>();

  /** Returns the commits at which the pull request with this number arrived. Its own commits may name it too and are excluded. */
  function lineOf(number: number) {
    const known = lines.get(number);
    if (known) return known;
    const newest = versions.findLastIndex(
      ({ prNumber }, version) => prNumber === number && (standing[version] ?? UNKNOWN) >= 0,
    );
    const from = standing[newest] ?? UNKNOWN;
    const carriers =
      from < 0
        ? []
        : (naming.get(number) ?? []).filter((one) => {
            const [parent] = parents[one] ?? [];
            return parent !== undefined && !isAncestor(one, from) && !isAncestor(from, parent);
          });
    const baseOf = new Map(
      carriers.map((one) => [one, commits.mergeBases(from, (parents[one] ?? []).slice(0, 1)).at(-1) ?? -1]),
    );
    const line = { carriers, baseOf };
    lines.set(number, line);
    return line;
  }

  return (commit) => {
    const number = commits.prOf(commit);
    if (number === null || (naming.get(number)?.length ?? 0) < 2) return "first";
    const { carriers, baseOf } = lineOf(number);
    if (!carriers.includes(commit)) return "first";
    if (carriers.some((one) => one !== commit && isAncestor(one, commit))) return "again";
    const isCloser = (one: number, other: number): boolean => {
      const [a, b] = [baseOf.get(one) ?? -1, baseOf.get(other) ?? -1];
      if (a === b) return onMain?.[one] === 1 && onMain[other] !== 1;
      return a >= 0 && (b < 0 || isAncestor(b, a));
    };
    let origin = commit;
    for (const one of carriers) if (!isAncestor(commit, one) && isCloser(one, origin)) origin = one;
    return origin === commit ? "first" : { origin };
  };
}
