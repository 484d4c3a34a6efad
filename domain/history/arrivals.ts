// Determines where screenshots arrive that were accepted on commits that are not ancestors: at a commit that squashed their pull request, or
// at the first commit of a branch that has since been rebased or amended.
import { carriedTo } from "./carried.ts";
import type { NumberedCommits } from "./graph.ts";
import { broughtTeller } from "./picks.ts";
import { isOfHead, UNKNOWN } from "./standing.ts";

type Version = { place: number; branch: string; prNumber: number | null; at: Date };
type Head = { branch: string; prNumber: number | null; mainBranch: string };

/**
 * `at`: version numbers by the commit at which they arrive; `rewritten`: versions of the head's own branch or pull request. `origins`: for
 * commits that repeat the change of another commit, that commit, which may not be an ancestor.
 */
export type Arrivals = {
  at: ReadonlyMap<number, readonly number[]>;
  rewritten: ReadonlySet<number>;
  origins: ReadonlyMap<number, number>;
};

export function arrivalsTo(
  tip: number,
  head: Head,
  input: {
    commits: NumberedCommits;
    versions: readonly Version[];
    standing: Int32Array;
    own: Uint8Array;
    /** Ancestors of main's newest known commit; null if none is known. */
    onMain: Uint8Array | null;
  },
): Arrivals {
  const { commits, versions, standing, own, onMain } = input;
  const at = new Map<number, number[]>();
  const older = new Map<number, Uint8Array>();
  const ancestors = (commit: number): Uint8Array => {
    const known = older.get(commit) ?? commits.ancestorsOf(commit);
    older.set(commit, known);
    return known;
  };
  /**
   * Versions arrive at the oldest commit of the first-parent line from `newest` that neither main nor their own commit has, otherwise at
   * `otherwise`.
   */
  const arrive = (arriving: Iterable<number>, newest: number, main: Uint8Array | null, otherwise: number): void => {
    for (const version of arriving) {
      const from = standing[version] ?? UNKNOWN;
      let commit = otherwise;
      for (let one: number | undefined = newest; main && one !== undefined; one = commits.parents[one]?.[0]) {
        if (main[one] === 1 || (from >= 0 && ancestors(from)[one] === 1)) break;
        commit = one;
      }
      const there = at.get(commit) ?? [];
      at.set(commit, there);
      there.push(version);
    }
  };

  const ofPullRequest = Map.groupBy(versions.keys(), (version) => versions[version]?.prNumber ?? null);
  const squashed = new Set<number>();
  const broughtAt = broughtTeller(commits, versions, standing, onMain);
  const origins = new Map<number, number>();
  const met = new Set<number>();
  const lines = [own];
  for (const line of lines)
    for (let commit = 0; commit < line.length; commit++) {
      const number = line[commit] === 1 ? commits.prOf(commit) : null;
      if (number === null || met.has(commit)) continue;
      met.add(commit);
      if (own[commit] === 1) squashed.add(number);
      const candidates = ofPullRequest.get(number);
      const brought = candidates ? broughtAt(commit) : "again";
      if (!candidates || brought === "again") continue;
      if (brought !== "first") {
        origins.set(commit, brought.origin);
        lines.push(ancestors(brought.origin));
        continue;
      }
      const arriving = carriedTo(commit, candidates, versions, standing, commits).values();
      const [first = commit, second] = commits.parents[commit] ?? [];
      arrive(arriving, second ?? commit, second === undefined ? null : ancestors(first), commit);
    }
  const mine = [...versions.keys()].filter((version) => isMine(versions[version], head, squashed));
  const rewritten = new Set(carriedTo(tip, mine, versions, standing, commits).values());
  arrive(rewritten, tip, head.branch === head.mainBranch ? null : onMain, tip);
  return { at, rewritten, origins };
}

/**
 * Whether the version was accepted on the head's branch or pull request. Versions of a merged pull request from a branch with this name
 * arrived with the pull request and are excluded.
 */
function isMine(version: Version | undefined, head: Head, squashed: ReadonlySet<number>): boolean {
  if (!version) return false;
  if (version.prNumber !== null && squashed.has(version.prNumber)) return false;
  return isOfHead(version, head);
}
