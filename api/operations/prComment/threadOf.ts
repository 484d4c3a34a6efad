// The comments of one pull request, accessed with the service's token.
import type { CodePlace } from "../../../domain/report/codePlace.ts";
import type { CommentThread } from "../../../platform/codeHosts/codeHost.ts";
import { codeHostAllowList, hostAccount } from "../../../platform/codeHosts/configured.ts";
import { githubThread } from "../../../platform/codeHosts/github.ts";
import { gitlabThread } from "../../../platform/codeHosts/gitlab.ts";
import { retryingFetch } from "../../../platform/codeHosts/retryingFetch.ts";
import type { OperationContext } from "../../lib/context.ts";

export type At = CodePlace & { prNumber: number };

export function threadOf(
  { config }: Pick<OperationContext, "config">,
  { host, repository, prNumber }: At,
): CommentThread | Promise<CommentThread> {
  const fetch = retryingFetch(codeHostAllowList(config));
  const { token, url } = hostAccount(config, host);
  return host === "github"
    ? githubThread({ token, apiUrl: url, repository, prNumber }, fetch)
    : gitlabThread({ token, url, project: repository, prNumber }, fetch);
}
