// What is said where the history of a commit is not known, and the line of the job that mends it.

import { shortCommit } from "./commit.ts";

/** Names as the library env-ci gives them, each with where the line is written. */
const LINES: readonly (readonly [provider: RegExp, line: string])[] = [
  [/github/i, 'add "fetch-depth: 0" to the step actions/checkout'],
  [/gitlab/i, 'set the variable "GIT_DEPTH: 0" of the job'],
  [/azure/i, 'add "fetchDepth: 0" to the step checkout'],
  [/bitbucket/i, 'add "clone: depth: full" to bitbucket-pipelines.yml'],
];

/** "add "fetch-depth: 0" to the step actions/checkout, or give the service a token of the code host". */
export function mendingLine(ciProvider: string | null | undefined): string {
  const line = ciProvider ? LINES.find(([provider]) => provider.test(ciProvider))?.[1] : undefined;
  return `${line ?? 'run "git fetch --unshallow" before'}, or give the service a token of the code host`;
}

/** "feature, else of main": whose newest pictures count for a commit without a known history. */
export const newestOf = (branch: string | null, mainBranch: string): string =>
  branch === null || branch === mainBranch ? mainBranch : `${branch}, else of ${mainBranch}`;

/** Why the results of a run are compared as if there were no history. */
export function unknownHistory({
  commitSha,
  branch,
  mainBranch,
  ciProvider,
}: {
  commitSha: string;
  branch: string | null;
  mainBranch: string;
  ciProvider?: string | null | undefined;
}): string {
  return `The history of ${shortCommit(commitSha)} is not known, so it is compared with the newest of ${newestOf(branch, mainBranch)}. Where the clone is shallow, ${mendingLine(ciProvider)}.`;
}
