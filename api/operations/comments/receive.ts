// A call of a code host's webhook: checked, and noted where it reports a comment with commands. The work comes after the answer.
import { commandsIn } from "../../../domain/comments/commands.ts";
import { ProductError } from "../../../domain/errors.ts";
import { findCommentHook, noteHookCall } from "../../../models/commentHooks/queries.ts";
import type { CommentHook } from "../../../models/commentHooks/schema.ts";
import { insertOrder } from "../../../models/commentOrders/queries.ts";
import { sha256 } from "../../../platform/artifacts/store.ts";
import { HOOK_HOSTS, type HookCall, reportedComment } from "../../../platform/codeHosts/hookCalls.ts";
import type { OperationContext } from "../../lib/context.ts";

const MAX_DELIVERY = 100;

/** Of the text of a comment, whose ends and line ends hosts write differently. */
export const hashOfText = (text: string): string => sha256(text.replace(/\r\n?/g, "\n").trim());

const secretOf = ({ sealer }: OperationContext, { sealedSecret }: CommentHook): string =>
  (JSON.parse(sealer.open(sealedSecret)) as { secret: string }).secret;

/**
 * Throws unauthorized for a webhook that is unknown as for a call that is not signed. A comment is noted once, by its id, which is
 * in the signed body: GitHub does not sign the id of the call.
 */
export async function receiveHookCall(ctx: OperationContext, hookId: string, call: HookCall): Promise<void> {
  const { models } = ctx;
  const hook = await findCommentHook(models, hookId);
  const host = hook && HOOK_HOSTS[hook.host];
  const now = ctx.now();
  if (!hook || !host?.isSigned(secretOf(ctx, hook), call, now))
    throw new ProductError("unauthorized", "The call is not signed with the secret of this webhook.");
  await noteHookCall(models, hook._id, now);
  const comment = reportedComment(hook.host, call);
  if (!comment || comment.repository.toLowerCase() !== hook.repository.toLowerCase()) return;
  if (commandsIn(comment.text).length === 0) return;
  const { prNumber, commentId } = comment;
  await insertOrder(models, {
    // Of two webhooks of a repository, as while a secret is changed, one counts.
    _id: `${hook.projectId}:${hook.host}:${commentId}`,
    hookId: hook._id,
    projectId: hook.projectId,
    prNumber,
    commentId,
    deliveryId: call.header(host.delivery).slice(0, MAX_DELIVERY) || null,
    bodySha256: hashOfText(comment.text),
    receivedAt: now,
    dueAt: now,
    takenUntil: null,
    tries: 0,
    strangerId: null,
    sentences: [],
    answer: null,
    problem: null,
  });
}
