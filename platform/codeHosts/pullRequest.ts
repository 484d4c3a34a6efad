// Reads one comment of a pull (merge) request and the request itself: who wrote it, and its newest commit.
import type { CodeHostName } from "../../domain/report/codePlace.ts";
import { HostError } from "./codeHost.ts";
import { octokitOf, told } from "./github.ts";
import { gitlabCalls } from "./gitlab.ts";
import type { Fetch } from "./retryingFetch.ts";

/** `bot`: whether an app wrote it. `text`: its current text. */
export type ReadComment = {
  author: { id: string; login: string; bot: boolean };
  text: string;
  createdAt: Date;
  url: string;
};
/** `fork`: whether its commits come from another repository. `head`: the complete hash of its newest commit. */
export type ReadPull = { open: boolean; fork: boolean; head: string };

/** Both reject with HostError: status 404 if there is no such comment in this request. */
export type PullRequestReader = { comment(id: string): Promise<ReadComment>; pull(): Promise<ReadPull> };

type Place = { token: string; url: string; repository: string; prNumber: number };

/** `url`: for GitHub that of its API, for GitLab the one that people open. */
export const pullRequestReader = (host: CodeHostName, place: Place, fetch: Fetch): PullRequestReader =>
  (host === "github" ? onGithub : onGitlab)(place, fetch);

function onGithub({ token, url, repository, prNumber }: Place, fetch: Fetch): PullRequestReader {
  const [owner = "", repo = ""] = repository.split("/");
  const octokit = octokitOf({ token, apiUrl: url }, fetch);
  return {
    comment: (id) =>
      told(async () => {
        const { data } = await octokit.rest.issues.getComment({ owner, repo, comment_id: Number(id) });
        if (!data.issue_url.endsWith(`/issues/${prNumber}`))
          throw new HostError(404, "the comment belongs to another issue");
        const { user } = data;
        return {
          author: { id: String(user?.id ?? ""), login: user?.login ?? "", bot: user?.type === "Bot" },
          text: data.body ?? "",
          createdAt: new Date(data.created_at),
          url: data.html_url,
        };
      }),
    pull: () =>
      told(async () => {
        const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: prNumber });
        return {
          open: data.state === "open",
          // A deleted fork has no repository.
          fork: data.head.repo?.id !== data.base.repo.id,
          head: data.head.sha.toLowerCase(),
        };
      }),
  };
}

type Note = { body: string; created_at: string; author: { id: number; username: string; bot?: boolean } };
type MergeRequest = { state: string; sha: string; source_project_id: number | null; target_project_id: number };

function onGitlab({ token, url, repository, prNumber }: Place, fetch: Fetch): PullRequestReader {
  const calls = gitlabCalls({ token, url }, fetch);
  const request = `projects/${encodeURIComponent(repository)}/merge_requests/${prNumber}`;
  return {
    async comment(id) {
      const note: Note = (await calls.get(`${request}/notes/${encodeURIComponent(id)}`)).body;
      const { author } = note;
      return {
        author: { id: String(author.id), login: author.username, bot: author.bot === true },
        text: note.body,
        createdAt: new Date(note.created_at),
        url: `${url.replace(/\/+$/, "")}/${repository}/-/merge_requests/${prNumber}#note_${id}`,
      };
    },
    async pull() {
      const found: MergeRequest = (await calls.get(request)).body;
      return {
        open: found.state === "opened",
        fork: found.source_project_id !== found.target_project_id,
        head: found.sha.toLowerCase(),
      };
    },
  };
}
