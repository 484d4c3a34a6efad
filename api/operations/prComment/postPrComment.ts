// Posts pull request comments: one comment per project and environment named, updated in place.
import { ProductError } from "../../../domain/errors.ts";
import type { GateVerdict } from "../../../domain/health/gateTypes.ts";
import { type CodeHostName, codePlaceOf, HOST_TITLE } from "../../../domain/report/codePlace.ts";
import { latestRun, pullRequestFacts } from "../../../models/runs/queries.ts";
import { configuredHosts } from "../../../platform/codeHosts/configured.ts";
import { requireRight, requireRunRight } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { placeOf } from "../projects/place.ts";
import { type CommentSubject, writeComment } from "./writeComment.ts";

export type PrCommentInput = CommentSubject & {
  /** owner/name, or the repository's address; defaults to that of the pull request's runs, then to the configured one. */
  repository?: string;
  host?: CodeHostName;
};

export type PostedComment = {
  url: string;
  host: CodeHostName;
  repository: string;
  created: boolean;
  verdict: GateVerdict;
  /** Whether the comment links to screenshots and reports. */
  links: boolean;
};

/** For agents and people who may change things: posts to any repository that the operator allows. */
export async function postPrComment(
  ctx: OperationContext,
  caller: Caller,
  input: PrCommentInput,
): Promise<PostedComment> {
  requireRight(caller, "mcpWrite");
  return post(ctx, caller, caller, input);
}

/**
 * For CI jobs, whose key may start runs: posts only to the pull request of the project's own runs. The gate is read as the operator,
 * because a CI key may read each of the runs it is based on.
 */
export async function postCiComment(
  ctx: OperationContext,
  caller: Caller,
  input: { project?: string; environment?: string; prNumber: number; host?: CodeHostName },
): Promise<PostedComment> {
  requireRunRight(caller);
  const { prNumber, host } = input;
  const { project, environment } = await placeOf(ctx, caller, input.project, input);
  if ((await latestRun(ctx.models, { project, prNumber })) === null)
    throw new ProductError("not_found", `This project has no run for pull request ${prNumber}.`);
  return post(ctx, caller, { kind: "operator", orgId: project.orgId }, { project, environment, prNumber, host });
}

/** Returns a sentence on what was posted. */
export const postedSentence = ({
  prNumber,
  repository,
  host,
  created,
  verdict,
}: Omit<PostedComment, "links"> & { prNumber: number }): string =>
  `${prNumber} of ${repository} on ${HOST_TITLE[host]} ${created ? "now has a comment" : "has its comment updated"}: the gate's verdict is ${verdict}.`;

/** Throws `tool_error` with instructions if no code host is set up or the host refuses. */
async function post(
  ctx: OperationContext,
  caller: Caller,
  reader: Caller,
  { repository, host, ...subject }: PrCommentInput,
): Promise<PostedComment> {
  const { project, prNumber } = subject;
  const facts = await pullRequestFacts(ctx.models, project._id, prNumber);
  const place = codePlaceOf({ host, repository, ...facts, hosts: configuredHosts(ctx.config) });
  if ("problem" in place)
    throw new ProductError("tool_error", place.problem, {}, { recoverable: configuredHosts(ctx.config).length > 0 });
  const { url, created, verdict } = await writeComment(ctx, reader, subject, place);
  await recordAudit(ctx, caller, "comment.post", url, { project: project.slug, prNumber, created });
  return { url, ...place, created, verdict, links: ctx.config.publicUrl !== null };
}
