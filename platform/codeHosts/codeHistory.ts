// What GitHub and GitLab tell of the commits of a repository, where the clone of a job is cut.
import type { HistoryRow } from "../../domain/history/commit.ts";
import { type HostError, type HostName, TOKEN_SETTING } from "./codeHost.ts";

/** The status of an error that stands for an answer of another shape. */
export const UNREADABLE = 200;
/** Commits of one page, the most that both hosts give. */
export const PAGE = 100;
/** Pages of commits that a branch may have beyond its base. */
export const MAX_BETWEEN = 5;

/** `between`: what the head has beyond the merge base, newest first. `complete`: no commit is left out. */
export type Compared = { mergeBase: HistoryRow; between: HistoryRow[]; complete: boolean };

/** Rows may be anything that the host says: `readHistory` takes what can be true. All reject with HostError. */
export type CodeHistory = {
  /** Both are branches or commits. Status 404 where they have no common ancestor, or one of them is not there. */
  compare(base: string, head: string): Promise<Compared>;
  /** The ancestors of a branch or commit, itself first; `page` from 1. `last`: there are no more. */
  ancestors(from: string, page: number): Promise<{ rows: HistoryRow[]; last: boolean }>;
};

/** `url`: of GitHub its API's, of GitLab the one that people open. */
export type HistoryPlace = { token: string; url: string; repository: string };

/** Whether the host says that a commit, branch or repository is not there. */
export const isMissing = ({ status }: HostError): boolean => status === 400 || status === 404 || status === 422;

/** Why the host tells nothing, as a clause: it quotes nothing of what the host says. `asked`: "4f1c2ab or main". */
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
      return "it asks for fewer calls";
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
