// Assigns each accepted screenshot to a commit.
import type { Graph } from "./graph.ts";

/** For versions of main from before any commit that the graph knows: before all roots. */
export const BEFORE_ALL = -1;
/** The version's commit is unknown. */
export const UNKNOWN = -2;

/** `runAt`: when its run was started; missing for versions of earlier releases. */
type Placed = { branch: string; prNumber: number | null; commitSha: string | null; at: Date; runAt?: Date };
type Line = { branch: string; prNumber: number | null };

/** Whether a version was accepted on the head's branch or pull request. Forks may have branches with the same name. */
export function isOfHead({ branch, prNumber }: Line, head: Line): boolean {
  if (prNumber !== null && head.prNumber !== null) return prNumber === head.prNumber;
  return branch === head.branch;
}

/**
 * Returns the numbers of the versions' commits. A version of main whose commit the graph does not know is assigned to the newest commit
 * that main is known to have had at that time. If main already had the commit when a run of a branch began, what the run showed is not in
 * that commit, for example because it is not committed yet: then only the branch itself has the version there.
 */
export function standingOf(graph: Graph, versions: readonly Placed[], head: Line & { mainBranch: string }): Int32Array {
  const { numberOf } = graph.numbered;
  const resolved = new Map<string, number>();
  const commitOf = (sha: string): number => {
    const known = resolved.get(sha) ?? numberOf(graph.resolve(sha) ?? "");
    resolved.set(sha, known);
    return known;
  };
  return Int32Array.from(versions, (version) => {
    const { branch, commitSha, at, runAt } = version;
    const commit = commitSha === null ? -1 : commitOf(commitSha);
    if (branch !== head.mainBranch) {
      const wasOnMain = commit >= 0 && runAt !== undefined && graph.onMainSince(commit) < runAt.getTime();
      return commit < 0 || (wasOnMain && !isOfHead(version, head)) ? UNKNOWN : commit;
    }
    if (commit >= 0) return commit;
    const tip = graph.newestOnMain(at);
    return tip === null ? BEFORE_ALL : numberOf(tip);
  });
}
