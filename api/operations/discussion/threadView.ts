// A conversation as the review shows it: placed on the screenshots of the run being viewed.
import { isDeleted, pinOf, type Seen } from "../../../domain/discussion/thread.ts";
import type { ReviewThread } from "../../../models/reviewThreads/schema.ts";

/** `seen`: the screenshot of the same place in the run being viewed. */
export function threadView(thread: ReviewThread, runId: string, seen: Seen) {
  const { _id: id, rev, region, resolved, messages } = thread;
  return {
    id,
    rev,
    shotId: seen.shotId,
    from: thread.runId === runId ? null : thread.runId,
    pin: pinOf(thread, seen),
    selector: region?.selector || null,
    resolved: resolved && { by: resolved.by, at: new Date(resolved.at).toISOString() },
    createdAt: thread.createdAt.toISOString(),
    messages: messages.map((message) => ({
      id: message.id,
      rev: message.rev,
      by: message.by,
      at: new Date(message.at).toISOString(),
      // Deleted text is never returned, but can be restored by the message id.
      text: isDeleted(message) ? "" : message.text,
      editedAt: message.editedAt && new Date(message.editedAt).toISOString(),
      deletedAt: message.deletedAt && new Date(message.deletedAt).toISOString(),
    })),
  };
}
export type ThreadView = ReturnType<typeof threadView>;
