// Whether what is known of a commit's history says what its pictures are compared with.
import type { Commit } from "./commit.ts";
import type { Graph } from "./graph.ts";

/** Also the first digits of an id name a commit. */
const COMMIT = /^[\da-f]{7,64}$/i;
/** What git refuses in a name of a branch, and what a code host would read as something else: a range, a fork's branch. */
const NO_BRANCH = /[\s:~^?*[\\]|\.\.|@\{|^[-/]|\/$/;

export type CutHead = { commitSha: string; branch: string | null; mainBranch: string };

/**
 * Whether the history of a run's commit ends too early: the commit is not known; or on a branch it ends in commits that are not known,
 * before anything connects it with main, as far as main is known. `commits`: those of the graph.
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

/** Whether the text can name a commit. */
export const namesCommit = (text: string): boolean => COMMIT.test(text);

/** Whether the text can name a branch, and nothing else. */
export const namesBranch = (text: string): boolean => text.length > 0 && !NO_BRANCH.test(text);
