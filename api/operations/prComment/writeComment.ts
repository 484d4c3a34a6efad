// Creates or updates a project's single comment on a pull request, one per environment named, on request and after decisions.
import { ProductError } from "../../../domain/errors.ts";
import type { GateVerdict } from "../../../domain/health/gateTypes.ts";
import type { CodePlace } from "../../../domain/report/codePlace.ts";
import { commentMarker, type PrComment, prComment } from "../../../domain/report/prComment.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import { noteComment } from "../../../models/prComments/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { HostError, hostProblem } from "../../../platform/codeHosts/codeHost.ts";
import { isRepositoryAllowed } from "../../../platform/codeHosts/configured.ts";
import { type Sticky, writeSticky } from "../../../platform/codeHosts/stickyComment.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { gatePr } from "../health/gatePr.ts";
import { commentContent } from "./commentContent.ts";
import { type At, threadOf } from "./threadOf.ts";

export type CommentSubject = {
  project: Project;
  environment: Environment | null;
  prNumber: number;
  /** Judges the runs of this branch instead of those that specified the pull request. */
  branch?: string;
};
export type WrittenComment = { url: string; created: boolean; verdict: GateVerdict };

/** Throws `tool_error` with instructions if the host refuses or the operator does not allow the repository. */
export async function writeComment(
  ctx: OperationContext,
  caller: Caller,
  { project, environment, prNumber, branch }: CommentSubject,
  place: CodePlace,
): Promise<WrittenComment> {
  requireAllowed(ctx, place.repository);
  const at = { ...place, prNumber };
  const { _id: projectId, orgId } = project;
  const record = { orgId, projectId, environmentId: environment?._id ?? null, branch: branch ?? null };
  await noteComment(ctx.models, { ...record, ...at }, ctx.now());
  const about = branch === undefined ? { prNumber } : { branch };
  const gate = await gatePr(ctx, caller, { project: projectId, environment: environment?._id, ...about });
  const content = await commentContent(ctx, caller, { project, environment, gate });
  const { comment, created } = await writeAt(ctx, at, content);
  return { url: comment.url, created, verdict: gate.verdict };
}

async function writeAt(ctx: OperationContext, at: At, content: PrComment): Promise<Sticky> {
  try {
    return await writeSticky(await threadOf(ctx, at), commentMarker(content), prComment(content));
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    ctx.log("warn", "comment refused by the code host", {
      host: at.host,
      projectId: content.projectId,
      prNumber: at.prNumber,
      status: error.status,
    });
    throw hostProblem(at.host, error, at);
  }
}

/**
 * The operator can restrict repositories, because the tokens belong to the installation and a call may come from anyone who can persuade
 * an agent to make it.
 */
function requireAllowed({ config }: OperationContext, repository: string): void {
  if (isRepositoryAllowed(config, repository)) return;
  throw new ProductError(
    "tool_error",
    `This service does not comment on "${repository.slice(0, 100)}": its operator can add it to SVC_PR_REPOSITORIES.`,
    {},
    { recoverable: false },
  );
}
