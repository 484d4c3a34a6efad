// A common interface for the few functions of GitHub and GitLab that comments need.
import { ProductError } from "../../domain/errors.ts";
import { type CodeHostName, HOST_TITLE } from "../../domain/report/codePlace.ts";

export type HostName = CodeHostName;
/** The setting that holds the host's token. */
export const TOKEN_SETTING: Record<HostName, string> = { github: "SVC_GITHUB_TOKEN", gitlab: "SVC_GITLAB_TOKEN" };

export type HostComment = { id: number; body: string; url: string };

/** Comments of one pull request (GitLab: merge request). All functions reject with HostError. */
export type CommentThread = {
  /** Returns comments by this token's own account whose text contains the marker, oldest first. */
  own(marker: string): Promise<HostComment[]>;
  create(body: string): Promise<HostComment>;
  update(id: number, body: string): Promise<HostComment>;
  remove(id: number): Promise<void>;
};

/** `status`: HTTP status; 0 if the host did not respond. The message never contains the token or the host's complete response. */
export class HostError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.name = "HostError";
    this.status = status;
  }
}

/** Returns an error with a sentence on how to fix a rejection by the host. */
export function hostProblem(host: HostName, error: HostError, place: { repository: string; prNumber: number }) {
  const name = HOST_TITLE[host];
  const token = TOKEN_SETTING[host];
  const thing = host === "github" ? "pull request" : "merge request";
  const { repository, prNumber } = place;
  const needs =
    host === "github"
      ? "write access to issues or pull requests of the repository"
      : "the scope api and at least the role Reporter in the project";
  const sentence = (): string => {
    switch (error.status) {
      case 401:
        return `${name} does not accept the token of this service: set a valid one as ${token} and restart the service.`;
      case 403:
        return `${name} does not let the token of this service comment on ${repository}: give the token in ${token} ${needs}.`;
      case 404:
        return `${name} has no ${thing} ${prNumber} in "${repository}" that this service's token can see: check prNumber and repository (as owner/name), and that the token in ${token} may read it.`;
      case 422:
      case 400:
        return `${name} refused the comment (${error.message}): check that ${thing} ${prNumber} of ${repository} is open to comments.`;
      case 301:
      case 302:
      case 307:
      case 308:
        return `${name} redirects the request for ${repository}: use the current name of the repository and the current address of the host.`;
      case 429:
        return `The rate limit of ${name} was reached: call again in a few minutes; the comment is updated, never duplicated.`;
      case 0:
        return `${name} did not answer (${error.message}): call again; the comment is updated, never duplicated.`;
      default:
        return `${name} answered with HTTP ${error.status}: call again later; the comment is updated, never duplicated.`;
    }
  };
  // A token is changed by whoever runs the service, not by the caller.
  const recoverable = error.status !== 401 && error.status !== 403;
  return new ProductError("tool_error", sentence(), {}, { recoverable });
}
