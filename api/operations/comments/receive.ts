// Receives a code host's webhook call: verifies it and stores it if it reports a comment with commands. The work is done after the response.
import { commandsIn } from "../../../domain/comments/commands.ts";
import { ProductError } from "../../../domain/errors.ts";
import { findCommentHook, noteHookCall } from "../../../models/commentHooks/queries.ts";
import type { CommentHook } from "../../../models/commentHooks/schema.ts";
import { insertOrder } from "../../../models/commentOrders/queries.ts";
import { sha256 } from "../../../platform/artifacts/store.ts";
import { HOOK_HOSTS, type HookCall, reportedComment } from "../../../platform/codeHosts/hookCalls.ts";
import type { OperationContext } from "../../lib/context.ts";

const MAX_DELIVERY = 100;

/** Returns the hash of a comment's text. Surrounding whitespace and line endings are normalized, because hosts write them differently. */
export const hashOfText = (text: string): string => sha256(text.replace(/\r\n?/g, "\n").trim());

const secretOf = ({ sealer }: OperationContext, { sealedSecret }: CommentHook): string =>
  (JSON.parse(sealer.open(sealedSecret)) as { secret: string }).secret;

/**
 * Throws `unauthorized` both for an unknown webhook and for a call with an invalid signature. A comment is stored once, by its id, because
 * the id is part of the signed body, while GitHub does not sign the id of the call.
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
    // If a repository has two webhooks, for example while a secret is being rotated, only one of them counts.
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
