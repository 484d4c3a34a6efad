// Commits of a repository on GitHub and GitHub Enterprise.
import type { HistoryRow } from "../../domain/history/commit.ts";
import { mergedByMessage } from "../../domain/history/mergedPull.ts";
import { type CodeHistory, type HistoryPlace, MAX_BETWEEN, PAGE } from "./codeHistory.ts";
import { octokitOf, told } from "./github.ts";
import type { Fetch } from "./retryingFetch.ts";

export type GithubCommit = { sha: string; parents: readonly { sha: string }[]; commit: { message: string } };

export const githubRow = ({ sha, parents, commit }: GithubCommit): HistoryRow => [
  sha,
  parents.map((parent) => parent.sha),
  mergedByMessage(commit.message),
];

/** Uses "compare two commits", whose commits come oldest first, and "list commits". */
export function githubHistory({ token, url, repository }: HistoryPlace, fetch: Fetch): CodeHistory {
  const [owner = "", repo = ""] = repository.split("/");
  const octokit = octokitOf({ token, apiUrl: url }, fetch);
  const place = { owner, repo, per_page: PAGE };
  return {
    compare: (base, head) =>
      told(async () => {
        const basehead = `${base}...${head}`;
        const page = async (number: number) =>
          (await octokit.rest.repos.compareCommitsWithBasehead({ ...place, basehead, page: number })).data;
        const { merge_base_commit, commits, total_commits } = await page(1);
        const oldestFirst = [...commits];
        for (let number = 2; number <= MAX_BETWEEN && oldestFirst.length < total_commits; number++)
          oldestFirst.push(...(await page(number)).commits);
        return {
          mergeBase: githubRow(merge_base_commit),
          between: oldestFirst.toReversed().map(githubRow),
          complete: oldestFirst.length >= total_commits,
        };
      }),
    ancestors: (from, page) =>
      told(async () => {
        const { data } = await octokit.rest.repos.listCommits({ ...place, sha: from, page });
        return { rows: data.map(githubRow), last: data.length < PAGE };
      }),
  };
}
