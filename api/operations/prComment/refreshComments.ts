// Rewrites comments after decisions about their results. Every API process polls; only one of them writes a given comment.
import { messageOf, ProductError } from "../../../domain/errors.ts";
import { pauseAfter } from "../../../domain/notify/retries.ts";
import { oneLine, truncate } from "../../../domain/text.ts";
import { findEnvironment } from "../../../models/environments/queries.ts";
import { commentsToWrite, settleComment, takeComment } from "../../../models/prComments/queries.ts";
import type { PrCommentRecord } from "../../../models/prComments/schema.ts";
import { findProject } from "../../../models/projects/queries.ts";
import type { OperationContext } from "../../lib/context.ts";
import { writeComment } from "./writeComment.ts";

/** After this time the process that took the comment is considered dead. */
const WRITING_MS = 2 * 60_000;
const MAX_PROBLEM = 300;

/**
 * Rewrites all due comments once. If the host refuses, it is retried like notifications; an error with one comment does not keep the
 * others from being written.
 */
export async function refreshComments(ctx: OperationContext): Promise<void> {
  for (const record of await commentsToWrite(ctx.models, ctx.now())) {
    const until = new Date(ctx.now().getTime() + WRITING_MS);
    if (await takeComment(ctx.models, record, until)) await refresh(ctx, record);
  }
}

async function refresh(ctx: OperationContext, record: PrCommentRecord): Promise<void> {
  const { models } = ctx;
  const { projectId, environmentId, orgId, host, repository, prNumber, branch } = record;
  const settle = (dueAt: Date | null, tries: number, problem: string | null) =>
    settleComment(models, record, { dueAt, tries, problem, updatedAt: ctx.now() });
  try {
    const project = await findProject(models, projectId);
    if (!project) return await settle(null, 0, null);
    const environment = environmentId === null ? null : await findEnvironment(models, environmentId);
    const subject = { project, environment, prNumber, branch: branch ?? undefined };
    await writeComment(ctx, { kind: "operator", orgId }, subject, { host, repository });
    await settle(null, 0, null);
  } catch (error) {
    const tries = record.tries + 1;
    // Retrying is pointless until the operator acts on the token, a permission or the pull request.
    const hopeless = error instanceof ProductError && !error.recoverable;
    const pause = hopeless ? null : pauseAfter(tries);
    const problem = truncate(oneLine(messageOf(error)), MAX_PROBLEM);
    await settle(pause === null ? null : new Date(ctx.now().getTime() + pause), tries, problem);
    ctx.log("warn", "a comment could not be brought up to date", { host, projectId, prNumber, tries });
  }
}
