// Which pull requests a commit comes after, as the messages of its ancestors name them.
import type { Commit } from "./commit.ts";
import { buildGraph } from "./graph.ts";

/** Commits among which at least one must name a pull request: else the repository's messages do not name them. */
const LOOKED_AT = 200;

/** Whether what was accepted for a pull request, at a commit, is part of the run's commit. */
export type IsMerged = (accepted: { prNumber: number | null; commitSha: string | null }) => boolean;

/** Null: the history does not tell, because it does not know the commit, or its messages name no pull requests. */
export function mergedPulls(commits: readonly Commit[], head: string): IsMerged | null {
  const graph = buildGraph(commits);
  const sha = graph.resolve(head);
  if (sha === null) return null;
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  if (!nearest(bySha, sha, LOOKED_AT).some((one) => one.pr !== null)) return null;
  const ancestors = graph.ancestorsOf(sha);
  const named = new Set([...ancestors].map((one) => bySha.get(one)?.pr ?? null));
  return ({ prNumber, commitSha }) => {
    if (prNumber === null || named.has(prNumber)) return true;
    const own = commitSha === null ? null : graph.resolve(commitSha);
    return own !== null && ancestors.has(own);
  };
}

/** The commit and those before it, nearest first. */
function nearest(commits: ReadonlyMap<string, Commit>, head: string, most: number): Commit[] {
  const seen = new Set([head]);
  const found: Commit[] = [];
  for (const sha of seen) {
    const commit = commits.get(sha);
    if (commit) found.push(commit);
    if (found.length === most) break;
    for (const parent of commit?.parents ?? []) seen.add(parent);
  }
  return found;
}
