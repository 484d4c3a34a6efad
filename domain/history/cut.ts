// Checks whether the known history of a commit is sufficient to determine what its screenshots are compared with.
import type { Commit } from "./commit.ts";
import type { Graph } from "./graph.ts";

/** The first digits of an id also name a commit. */
const COMMIT = /^[\da-f]{7,64}$/i;
/** Characters that git refuses in a branch name, or that a code host would interpret differently: a range, a fork's branch. */
const NO_BRANCH = /[\s:~^?*[\\]|\.\.|@\{|^[-/]|\/$/;

export type CutHead = { commitSha: string; branch: string | null; mainBranch: string };

/**
 * Whether the history of a run's commit ends too early: the commit is unknown, or, on a branch, it ends in unknown commits before anything
 * connects it with main, as far as main is known. `commits`: those of the graph.
 */
export function isCut(
  graph: Graph,
  commits: readonly Commit[],
  { commitSha, branch, mainBranch }: CutHead,
  now: Date,
): boolean {
  const head = graph.resolve(commitSha);
  if (head === null) return true;
  if (branch === null || branch === mainBranch) return false;
  const main = graph.newestOnMain(now);
  if (main !== null && graph.mergeBases(head, main).length > 0) return false;
  const line = graph.ancestorsOf(head);
  return commits.some(({ sha, parents }) => line.has(sha) && parents.some((parent) => !graph.has(parent)));
}

/** Whether the text can be a commit id. */
export const namesCommit = (text: string): boolean => COMMIT.test(text);

/** Whether the text can only be a branch name. */
export const namesBranch = (text: string): boolean => text.length > 0 && !NO_BRANCH.test(text);
