// Commits of a project on GitLab.
import type { HistoryRow } from "../../domain/history/commit.ts";
import { mergedByMessage } from "../../domain/history/mergedPull.ts";
import { type CodeHistory, type HistoryPlace, MAX_BETWEEN, PAGE } from "./codeHistory.ts";
import { gitlabCalls } from "./gitlab.ts";
import type { Fetch } from "./retryingFetch.ts";

export type GitlabCommit = { id: string; parent_ids: readonly string[]; message: string };

export const gitlabRow = ({ id, parent_ids, message }: GitlabCommit): HistoryRow => [
  id,
  parent_ids,
  mergedByMessage(message),
];

/** Uses "merge base" and "list repository commits", which accepts a range of revisions; newest first. */
export function gitlabHistory({ token, url, repository }: HistoryPlace, fetch: Fetch): CodeHistory {
  const calls = gitlabCalls({ token, url }, fetch);
  const project = `projects/${encodeURIComponent(repository)}/repository`;

  const commits = async (range: string, page: number): Promise<{ rows: HistoryRow[]; last: boolean }> => {
    const asked = { searchParams: { refName: range, perPage: PAGE, page } };
    const found: GitlabCommit[] = (await calls.get(`${project}/commits`, asked)).body;
    return { rows: found.map(gitlabRow), last: found.length < PAGE };
  };

  return {
    async compare(base, head) {
      const refs = [base, head].map((ref) => `refs[]=${encodeURIComponent(ref)}`).join("&");
      const found: GitlabCommit = (await calls.get(`${project}/merge_base?${refs}`)).body;
      const mergeBase = gitlabRow(found);
      const between: HistoryRow[] = [];
      let complete = false;
      for (let page = 1; page <= MAX_BETWEEN && !complete; page++) {
        const { rows, last } = await commits(`${found.id}..${head}`, page);
        between.push(...rows);
        complete = last;
      }
      return { mergeBase, between, complete };
    },
    ancestors: commits,
  };
}
