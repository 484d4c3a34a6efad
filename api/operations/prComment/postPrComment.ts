// Comments on a pull request: one comment a project, kept up to date in place.
import { ProductError } from "../../../domain/errors.ts";
import type { GateVerdict } from "../../../domain/health/gateTypes.ts";
import { type CodeHostName, codePlaceOf } from "../../../domain/report/codePlace.ts";
import { commentMarker, prComment } from "../../../domain/report/prComment.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { pullRequestUrl } from "../../../models/runs/queries.ts";
import { type CommentThread, HostError, hostProblem } from "../../../platform/codeHosts/codeHost.ts";
import { codeHostAllowList, configuredHosts, isRepositoryAllowed } from "../../../platform/codeHosts/configured.ts";
import { githubThread } from "../../../platform/codeHosts/github.ts";
import { gitlabThread } from "../../../platform/codeHosts/gitlab.ts";
import { retryingFetch } from "../../../platform/codeHosts/retryingFetch.ts";
import { writeSticky } from "../../../platform/codeHosts/stickyComment.ts";
import { requireRight } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { gatePr } from "../health/gatePr.ts";
import { commentContent } from "./commentContent.ts";

export type PrCommentInput = {
  project: Project;
  environment: Environment | null;
  prNumber: number;
  /** owner/name, or the address of the repository; else that of the pull request's runs, else the configured one. */
  repository?: string;
  host?: CodeHostName;
  /** Judges the runs of this branch instead of those that named the pull request. */
  branch?: string;
};

export type PostedComment = {
  url: string;
  host: CodeHostName;
  repository: string;
  created: boolean;
  verdict: GateVerdict;
  /** Whether pictures and reports are linked. */
  links: boolean;
};

/** Throws tool_error, with what to do, when no code host is set up or it refuses. */
export async function postPrComment(
  ctx: OperationContext,
  caller: Caller,
  { project, environment, prNumber, repository, host, branch }: PrCommentInput,
): Promise<PostedComment> {
  requireRight(caller, "mcpWrite");
  const prUrl = await pullRequestUrl(ctx.models, project._id, prNumber);
  const place = codePlaceOf({ host, repository, prUrl, hosts: configuredHosts(ctx.config) });
  if ("problem" in place)
    throw new ProductError("tool_error", place.problem, {}, { recoverable: configuredHosts(ctx.config).length > 0 });

  requireAllowed(ctx, place.repository);
  const about = branch === undefined ? { prNumber } : { branch };
  const gate = await gatePr(ctx, caller, { project: project._id, environment: environment?._id, ...about });
  const content = await commentContent(ctx, caller, { project, environment, gate });
  const at = { ...place, prNumber };
  try {
    const thread = await threadOf(ctx, at);
    const { comment, created } = await writeSticky(thread, commentMarker(project._id), prComment(content));
    await recordAudit(ctx, caller, "comment.post", comment.url, { project: project.slug, prNumber, created });
    const { url } = comment;
    return { url, ...place, created, verdict: gate.verdict, links: ctx.config.publicUrl !== null };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    ctx.log("warn", "comment refused by the code host", { ...at, status: error.status });
    throw hostProblem(place.host, error, at);
  }
}

/** The tokens are the installation's, and a call may come from whoever can talk an agent into it: the operator can bound them. */
function requireAllowed({ config }: OperationContext, repository: string): void {
  if (isRepositoryAllowed(config, repository)) return;
  throw new ProductError(
    "tool_error",
    `This service does not comment on "${repository.slice(0, 100)}": its operator can add it to SVC_PR_REPOSITORIES.`,
    {},
    { recoverable: false },
  );
}

function threadOf(
  { config }: OperationContext,
  { host, repository, prNumber }: { host: CodeHostName; repository: string; prNumber: number },
): CommentThread | Promise<CommentThread> {
  const fetch = retryingFetch(codeHostAllowList(config));
  if (host === "github")
    return githubThread({ token: config.githubToken ?? "", apiUrl: config.githubApiUrl, repository, prNumber }, fetch);
  const { gitlabToken, gitlabUrl: url } = config;
  return gitlabThread({ token: gitlabToken ?? "", url, project: repository, prNumber }, fetch);
}
