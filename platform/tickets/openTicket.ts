// A ticket in the ticket system of its project: its content, and its comments.
import type { AllowList } from "../../domain/net/allowList.ts";
import { isJiraKey, numberOf, type TicketSystem } from "../../domain/proof/ticketSystem.ts";
import { type CommentThread, HostError } from "../codeHosts/codeHost.ts";
import { githubIssue, githubThread } from "../codeHosts/github.ts";
import { gitlabIssue } from "../codeHosts/gitlab.ts";
import { retryingFetch } from "../codeHosts/retryingFetch.ts";
import { jiraIssue } from "./jira.ts";

export type OpenTicket = {
  read(): Promise<{ title: string; description: string; url: string }>;
  thread: CommentThread;
};

/**
 * Opens a ticket. `allowList`: the operator's, which private hosts need, because a project chooses where its tickets are. All functions
 * reject with HostError; a key that is invalid in the system is a 404 without a request.
 */
export async function openTicket(
  { system, baseUrl, email, token, repository }: TicketSystem,
  key: string,
  allowList: AllowList,
): Promise<OpenTicket> {
  if (system === "jira") {
    if (!isJiraKey(key)) throw new HostError(404, "no key");
    return jiraIssue({ baseUrl, email, token, key: key.trim() }, retryingFetch(allowList));
  }
  const number = numberOf(key);
  if (number === null || repository === null) throw new HostError(404, "no number");
  const fetch = retryingFetch(allowList);
  if (system === "gitlab") return gitlabIssue({ token, url: baseUrl, project: repository, number }, fetch);
  const place = { token, apiUrl: baseUrl, repository, prNumber: number };
  return { read: () => githubIssue(place, fetch), thread: githubThread({ ...place, of: "issue" }, fetch) };
}
