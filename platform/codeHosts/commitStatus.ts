// Statuses of commits on GitHub and GitLab. Plain statuses, not check runs, because those need a GitHub App.
import { HostError, type HostName } from "./codeHost.ts";
import { octokitOf, told } from "./github.ts";
import { gitlabCalls } from "./gitlab.ts";
import type { Fetch } from "./retryingFetch.ts";

/** `context` names the status: setting it again replaces it. `line` has at most 140 characters. */
export type CommitStatus = {
  sha: string;
  state: "pending" | "success" | "failure" | "error";
  context: string;
  line: string;
  url: string | null;
};

/** Both reject with HostError. `check`: rejects if the repository cannot be read. */
export type CommitStatuses = { put(status: CommitStatus): Promise<void>; check(): Promise<void> };

type Place = { token: string; url: string; repository: string };

/** `place.url`: for GitHub that of its API, for GitLab the one that people open. */
export const commitStatuses = (host: HostName, place: Place, fetch: Fetch): CommitStatuses =>
  (host === "github" ? onGithub : onGitlab)(place, fetch);

function onGithub({ token, url, repository }: Place, fetch: Fetch): CommitStatuses {
  const [owner = "", repo = ""] = repository.split("/");
  const octokit = octokitOf({ token, apiUrl: url }, fetch);
  return {
    put: ({ sha, state, context, line, url: target }) =>
      told(async () => {
        const about = { state, context, description: line, ...(target && { target_url: target }) };
        await octokit.rest.repos.createCommitStatus({ owner, repo, sha, ...about });
      }),
    check: () =>
      told(async () => {
        await octokit.rest.repos.get({ owner, repo });
      }),
  };
}

const GITLAB_STATE = { pending: "pending", success: "success", failure: "failed", error: "failed" } as const;

function onGitlab({ token, url, repository }: Place, fetch: Fetch): CommitStatuses {
  const calls = gitlabCalls({ token, url }, fetch);
  const project = `projects/${encodeURIComponent(repository)}`;
  return {
    async put({ sha, state, context, line, url: target }) {
      const body = {
        state: GITLAB_STATE[state],
        name: context,
        description: line,
        ...(target && { target_url: target }),
      };
      try {
        await calls.post(`${project}/statuses/${encodeURIComponent(sha)}`, { body });
      } catch (error) {
        // GitLab rejects a transition to the same state, which is then already correct.
        if (error instanceof HostError && error.status === 400 && /cannot transition/i.test(error.message)) return;
        throw error;
      }
    },
    async check() {
      await calls.get(project);
    },
  };
}
