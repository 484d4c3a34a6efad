// A project's webhooks through which a code host reports comments. The secret is only returned on creation.
import { ProductError } from "../../../domain/errors.ts";
import { makeId } from "../../../domain/ids.ts";
import { type CodeHostName, codePlaceOf } from "../../../domain/report/codePlace.ts";
import {
  commentHooksOf,
  countCommentHooks,
  deleteCommentHook,
  insertCommentHook,
} from "../../../models/commentHooks/queries.ts";
import type { CommentHook } from "../../../models/commentHooks/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { configuredHosts, isRepositoryAllowed } from "../../../platform/codeHosts/configured.ts";
import { publicLink } from "../../../platform/publicLink.ts";
import { makeWebhookSecret } from "../../../platform/webhookSignature.ts";
import { describeCaller, requireAdmin } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { sealJson } from "../../lib/seal.ts";

export const HOOK_PATH = "/api/hooks/comments";
const MAX_HOOKS = 20;

/** `url` is only a path if the service has no public address. */
export type CommentHookView = {
  id: string;
  host: CodeHostName;
  repository: string;
  url: string;
  createdBy: string;
  createdAt: string;
  lastCallAt: string | null;
};

const viewOf = (ctx: Pick<OperationContext, "config">, hook: CommentHook): CommentHookView => ({
  id: hook._id,
  host: hook.host,
  repository: hook.repository,
  url: publicLink(ctx, `${HOOK_PATH}/${hook._id}`),
  createdBy: hook.createdBy,
  createdAt: hook.createdAt.toISOString(),
  lastCallAt: hook.lastCallAt?.toISOString() ?? null,
});

/** Returns the project's webhooks and, as `hosts`, the code hosts that the service has a token for. */
export async function listCommentHooks(
  ctx: OperationContext,
  caller: Caller,
  project: Project,
): Promise<{ hooks: CommentHookView[]; hosts: CodeHostName[] }> {
  requireAdmin(caller);
  const hooks = await commentHooksOf(ctx.models, project._id);
  return { hooks: hooks.map((hook) => viewOf(ctx, hook)), hosts: configuredHosts(ctx.config).map(({ host }) => host) };
}

/** Throws `validation_error` if the service has no token for the host or the operator does not allow the repository. */
export async function createCommentHook(
  ctx: OperationContext,
  caller: Caller,
  { project, host, repository }: { project: Project; host: CodeHostName; repository: string },
): Promise<CommentHookView & { secret: string }> {
  requireAdmin(caller);
  const { models } = ctx;
  const place = codePlaceOf({ host, repository, prUrl: null, hosts: configuredHosts(ctx.config) });
  if ("problem" in place) throw new ProductError("validation_error", place.problem);
  // Webhook calls name the repository by its path, never by its number.
  if (!place.repository.includes("/"))
    throw new ProductError("validation_error", `"${place.repository}" is a number: give the path, such as group/name.`);
  if (!isRepositoryAllowed(ctx.config, place.repository))
    throw new ProductError(
      "validation_error",
      `This service does not comment on "${place.repository}": its operator can add it to SVC_PR_REPOSITORIES.`,
    );
  if ((await countCommentHooks(models, project._id)) >= MAX_HOOKS)
    throw new ProductError("conflict", `A project has at most ${MAX_HOOKS} webhooks: delete one first.`);
  const secret = makeWebhookSecret();
  const hook: CommentHook = {
    _id: makeId("commentHook", ctx.ulid()),
    orgId: project.orgId,
    projectId: project._id,
    ...place,
    sealedSecret: await sealJson(ctx, { secret }),
    createdBy: describeCaller(caller),
    createdAt: ctx.now(),
    lastCallAt: null,
  };
  await insertCommentHook(models, hook);
  await recordAudit(ctx, caller, "commentHook.create", hook._id, { project: project.slug, ...place });
  return { ...viewOf(ctx, hook), secret };
}

export async function removeCommentHook(
  ctx: OperationContext,
  caller: Caller,
  { project, id }: { project: Project; id: string },
): Promise<void> {
  requireAdmin(caller);
  if (!(await deleteCommentHook(ctx.models, project._id, id)))
    throw new ProductError("not_found", "The project has no such webhook.");
  await recordAudit(ctx, caller, "commentHook.delete", id, { project: project.slug });
}
