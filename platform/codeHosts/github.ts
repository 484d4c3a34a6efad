// Comments of a pull request on GitHub and GitHub Enterprise.

import { Octokit } from "@octokit/rest";
import { oneLine } from "../../domain/text.ts";
import { type CommentThread, type HostComment, HostError } from "./codeHost.ts";
import type { Fetch } from "./retryingFetch.ts";

/** Maximum number of pages, of 100 comments each, that are searched. */
const MAX_PAGES = 30;

type Stored = { id: number; body?: string; html_url: string; user: { login: string; type: string } | null };

/** Returns a client that logs nothing. `apiUrl`: as in `githubThread`. */
export function octokitOf({ token, apiUrl }: { token: string; apiUrl: string }, fetch: Fetch): Octokit {
  const silent = () => {};
  return new Octokit({
    auth: token,
    baseUrl: apiUrl.replace(/\/+$/, ""),
    userAgent: "plumbline",
    request: { fetch },
    log: { debug: silent, info: silent, warn: silent, error: silent },
  });
}

/** `repository`: owner/name. `apiUrl`: https://api.github.com, or https://<host>/api/v3 for an Enterprise server. */
export function githubThread(
  place: { token: string; apiUrl: string; repository: string; prNumber: number; of?: "pull" | "issue" },
  fetch: Fetch,
): CommentThread {
  const [owner = "", repo = ""] = place.repository.split("/");
  const octokit = octokitOf(place, fetch);
  const issue = { owner, repo, issue_number: place.prNumber };
  const shown = ({ id, body, html_url }: Stored): HostComment => ({ id, body: body ?? "", url: html_url });

  /** Returns null for a token of an app, which has no account to ask for; its comments are those of bots. */
  const login = async (): Promise<string | null> => {
    try {
      return (await octokit.rest.users.getAuthenticated()).data.login;
    } catch (error) {
      if (statusOf(error) === 403 || statusOf(error) === 404) return null;
      throw error;
    }
  };

  /** Cached, because the owner of the token does not change. */
  let asked: Promise<string | null> | null = null;
  const account = async () => {
    // An issue has comments too, but is not a pull request.
    asked ??=
      place.of === "issue"
        ? octokit.rest.issues.get(issue).then(login)
        : octokit.rest.pulls.get({ owner, repo, pull_number: place.prNumber }).then(login);
    return asked;
  };

  return {
    own: (marker) =>
      told(async () => {
        const name = await account();
        const isOurs = ({ user }: Stored) => (name === null ? user?.type === "Bot" : user?.login === name);
        const found: Stored[] = [];
        let pages = 0;
        for await (const { data } of octokit.paginate.iterator(octokit.rest.issues.listComments, {
          ...issue,
          per_page: 100,
        })) {
          found.push(
            ...data.filter((one) => one.body?.startsWith(marker) && isOurs(one as Stored)).map((c) => c as Stored),
          );
          if (++pages === MAX_PAGES) break;
        }
        return found.sort((a, b) => a.id - b.id).map(shown);
      }),
    create: (body) =>
      told(async () => shown((await octokit.rest.issues.createComment({ ...issue, body })).data as Stored)),
    update: (comment_id, body) =>
      told(async () =>
        shown((await octokit.rest.issues.updateComment({ owner, repo, comment_id, body })).data as Stored),
      ),
    remove: (comment_id) =>
      told(async () => {
        await octokit.rest.issues.deleteComment({ owner, repo, comment_id });
      }),
  };
}

/** Returns the content of an issue. Rejects with HostError. */
export async function githubIssue(
  place: { token: string; apiUrl: string; repository: string; prNumber: number },
  fetch: Fetch,
): Promise<{ title: string; description: string; url: string }> {
  const [owner = "", repo = ""] = place.repository.split("/");
  const octokit = octokitOf(place, fetch);
  return told(async () => {
    const { title, body, html_url } = (await octokit.rest.issues.get({ owner, repo, issue_number: place.prNumber }))
      .data;
    return { title, description: body ?? "", url: html_url };
  });
}

const statusOf = (error: unknown): number =>
  error instanceof Error && "status" in error && typeof error.status === "number" ? error.status : 0;

/** Octokit's errors contain the request; only status and message are passed on. */
export async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error instanceof HostError) throw error;
    if (error.cause instanceof HostError) throw error.cause;
    if (!("status" in error)) throw error;
    const status = statusOf(error) === 403 && /rate limit/i.test(error.message) ? 429 : statusOf(error);
    throw new HostError(status, oneLine(error.message).slice(0, 200));
  }
}
