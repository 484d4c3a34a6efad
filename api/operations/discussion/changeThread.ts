// Replies in a conversation, edits of one's own comments, and resolving. If two people write at the same time, both changes are kept or the
// second one is refused with a conflict.
import { changeThread as decide, type Outcome, type ThreadChange } from "../../../domain/discussion/change.ts";
import { fieldError, ProductError } from "../../../domain/errors.ts";
import { makeId } from "../../../domain/ids.ts";
import { mentionsIn } from "../../../domain/words/people.ts";
import { findThread, writeThread } from "../../../models/reviewThreads/queries.ts";
import type { ReviewThread } from "../../../models/reviewThreads/schema.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { describeCaller, requireRight } from "../../lib/access.ts";
import type { AuditAction } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { type DirectoryEntry, directoryOf } from "../../lib/directory.ts";
import { reviewableRun } from "../visual/review.ts";
import { afterChange } from "./afterChange.ts";
import { lineOfRun, seenPlaces } from "./places.ts";
import { type ThreadView, threadView } from "./threadView.ts";

/**
 * Exactly one field must be set. `rev` is the revision of the comment as it was read. `key` is chosen by the caller; sending it again adds
 * nothing.
 */
export type ThreadInput = {
  reply?: { text: string; key?: string };
  edit?: { id: string; rev: number; text: string };
  remove?: { id: string; rev: number };
  restore?: { id: string; rev: number };
  resolved?: boolean;
};

/** Maximum attempts if others change the same conversation at the same time. */
const TURNS = 50;

const ACTIONS: Record<ThreadChange["kind"], AuditAction> = {
  reply: "thread.reply",
  edit: "thread.edit",
  remove: "thread.remove",
  restore: "thread.restore",
  resolve: "thread.resolve",
  reopen: "thread.reopen",
};

export async function changeThread(
  ctx: OperationContext,
  caller: Caller,
  { runId, threadId, input }: { runId: string; threadId: string; input: ThreadInput },
): Promise<ThreadView> {
  requireRight(caller, "mcpWrite");
  const run = await reviewableRun(ctx, caller, runId);
  const directory = await directoryOf(ctx, caller.orgId);
  const change = changeOf(ctx, input, directory);
  const who = { by: describeCaller(caller), at: ctx.now() };
  for (let turn = 0; turn < TURNS; turn++) {
    const { thread, index, view } = await requireThread(ctx, run, threadId);
    const outcome = decide(thread, change, who);
    if (outcome.outcome === "refused") throw refusal(outcome, view(thread));
    if (outcome.outcome === "same") return view(thread);
    const { messages, resolved } = outcome.next;
    const written = await writeThread(ctx.models, thread, { messages: [...messages], resolved, updatedAt: who.at });
    if (!written) continue;
    await afterChange(ctx, caller, written, {
      runId: run._id,
      index,
      action: ACTIONS[change.kind],
      message: outcome.message,
      directory,
    });
    return view(written);
  }
  throw new ProductError("unavailable", "Somebody else is changing this conversation. Try again shortly.");
}

/** Throws `not_found` if the conversation does not belong to a screenshot of the run. */
async function requireThread(ctx: OperationContext, run: Run, threadId: string) {
  const unknown = new ProductError("not_found", "This conversation was not found.");
  const thread = await findThread(ctx.models, threadId);
  if (!thread || thread.projectId !== run.projectId) throw unknown;
  const seen = await seenPlaces(ctx, run, await lineOfRun(ctx, run), new Set([thread.placeId]));
  const shot = seen.get(thread.placeId);
  if (!shot) throw unknown;
  const view = (now: ReviewThread): ThreadView => threadView(now, run._id, shot);
  return { thread, index: shot.index, view };
}

function changeOf(
  ctx: OperationContext,
  { reply, edit, remove, restore, resolved }: ThreadInput,
  directory: ReadonlyMap<string, DirectoryEntry>,
): ThreadChange {
  const people = [...directory.values()];
  const changes: ThreadChange[] = [];
  if (reply) {
    const { text, key } = reply;
    const id = makeId("message", key ?? ctx.ulid());
    changes.push({ kind: "reply", message: { id, text, mentions: mentionsIn(text, people) } });
  }
  if (edit) changes.push({ kind: "edit", ...edit, mentions: mentionsIn(edit.text, people) });
  if (remove) changes.push({ kind: "remove", ...remove });
  if (restore) changes.push({ kind: "restore", ...restore });
  if (resolved !== undefined) changes.push({ kind: resolved ? "resolve" : "reopen" });
  const [only, ...others] = changes;
  if (only && others.length === 0) return only;
  throw fieldError("reply", "Pass one of reply, edit, remove, restore and resolved.");
}

const refusal = ({ why, sentence }: Extract<Outcome, { outcome: "refused" }>, now: ThreadView): ProductError =>
  new ProductError(why, sentence, why === "conflict" ? { now } : undefined);
