// Assigns each accepted screenshot to a commit.
import type { Graph } from "./graph.ts";

/** For versions of main from before any commit that the graph knows: before all roots. */
export const BEFORE_ALL = -1;
/** The version's commit is unknown. */
export const UNKNOWN = -2;

type Placed = { branch: string; commitSha: string | null; at: Date };

/**
 * Returns the numbers of the versions' commits. A version of main whose commit the graph does not know is assigned to the newest commit
 * that main is known to have had at that time.
 */
export function standingOf(graph: Graph, versions: readonly Placed[], mainBranch: string): Int32Array {
  const { numberOf } = graph.numbered;
  const resolved = new Map<string, number>();
  const commitOf = (sha: string): number => {
    const known = resolved.get(sha) ?? numberOf(graph.resolve(sha) ?? "");
    resolved.set(sha, known);
    return known;
  };
  return Int32Array.from(versions, ({ branch, commitSha, at }) => {
    const commit = commitSha === null ? -1 : commitOf(commitSha);
    if (commit >= 0) return commit;
    if (branch !== mainBranch) return UNKNOWN;
    const tip = graph.newestOnMain(at);
    return tip === null ? BEFORE_ALL : numberOf(tip);
  });
}
