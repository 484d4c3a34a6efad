// Reads commits from GitHub and GitLab where a job's shallow clone lacks them.
import type { HistoryRow } from "../../domain/history/commit.ts";
import { type HostError, type HostName, TOKEN_SETTING } from "./codeHost.ts";

/** Status of an error for a response in an unexpected form. */
export const UNREADABLE = 200;
/** Number of commits per page, the maximum of both hosts. */
export const PAGE = 100;
/** Maximum number of pages of commits between a branch and its base. */
export const MAX_BETWEEN = 5;

/** `between`: commits of the head beyond the merge base, newest first. `complete`: no commit is missing. */
export type Compared = { mergeBase: HistoryRow; between: HistoryRow[]; complete: boolean };

/** Rows may contain anything that the host returns; `readHistory` validates them. All functions reject with HostError. */
export type CodeHistory = {
  /** Both are branches or commits. Status 404 if they have no common ancestor, or one of them does not exist. */
  compare(base: string, head: string): Promise<Compared>;
  /** The ancestors of a branch or commit, including itself first; `page` starts at 1. `last`: there are no more. */
  ancestors(from: string, page: number): Promise<{ rows: HistoryRow[]; last: boolean }>;
};

/** `url`: for GitHub that of its API, for GitLab the one that people open. */
export type HistoryPlace = { token: string; url: string; repository: string };

/** Returns whether the host reports that a commit, branch or repository does not exist. */
export const isMissing = ({ status }: HostError): boolean => status === 400 || status === 404 || status === 422;

/** Returns, as a clause, why the host returns nothing, without quoting its response. `asked`: "4f1c2ab or main". */
export function historyProblem(host: HostName, error: HostError, repository: string, asked: string): string {
  const { status } = error;
  const token = TOKEN_SETTING[host];
  if (isMissing(error)) return `it does not know ${asked} in ${repository}, or the token in ${token} may not read it`;
  switch (status) {
    case UNREADABLE:
      return "its answer cannot be read";
    case 0:
      return "it did not answer in time";
    case 401:
      return `it does not accept the token in ${token}`;
    case 403:
      return `the token in ${token} may not read ${repository}: it needs ${READ_RIGHT[host]}`;
    case 429:
      return "its rate limit was reached";
    default:
      return status >= 300 && status < 400
        ? `it redirects the request for ${repository}`
        : `it answered HTTP ${status}`;
  }
}

const READ_RIGHT: Record<HostName, string> = {
  github: "read access to contents",
  gitlab: "the scope read_api or api, and the role Reporter",
};
