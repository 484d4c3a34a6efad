// Messages for an unknown commit history, with the CI setting that fixes it.

import { shortCommit } from "./commit.ts";

/** Provider names as in the env-ci library, with the setting to change. */
const LINES: readonly (readonly [provider: RegExp, line: string])[] = [
  [/github/i, 'add "fetch-depth: 0" to the step actions/checkout'],
  [/gitlab/i, 'set the variable "GIT_DEPTH: 0" of the job'],
  [/azure/i, 'add "fetchDepth: 0" to the step checkout'],
  [/bitbucket/i, 'add "clone: depth: full" to bitbucket-pipelines.yml'],
];

/** Example: "add "fetch-depth: 0" to the step actions/checkout, or give the service a token of the code host". */
export function mendingLine(ciProvider: string | null | undefined): string {
  const line = ciProvider ? LINES.find(([provider]) => provider.test(ciProvider))?.[1] : undefined;
  return `${line ?? 'run "git fetch --unshallow" before'}, or give the service a token of the code host`;
}

/** Example: "feature, else of main", the branches whose newest screenshots are used for a commit without a known history. */
export const newestOf = (branch: string | null, mainBranch: string): string =>
  branch === null || branch === mainBranch ? mainBranch : `${branch}, else of ${mainBranch}`;

/** Explains why the results of a run are compared as if there were no history. */
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
  return `The history of ${shortCommit(commitSha)} is not known, so it is compared with the newest of ${newestOf(branch, mainBranch)}. If the clone is shallow, ${mendingLine(ciProvider)}.`;
}
