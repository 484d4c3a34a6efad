// Maintains one own comment on a pull request, however many calls arrive at the same time.
import { type CommentThread, type HostComment, HostError } from "./codeHost.ts";

export type Sticky = { comment: HostComment; created: boolean };

/**
 * Writes the body into the oldest own comment, or into a new one. After creating one it looks again: two concurrent calls both see both
 * comments, both keep the older one and both remove the younger one. `body` begins with the marker.
 */
export async function writeSticky(thread: CommentThread, marker: string, body: string): Promise<Sticky> {
  const [oldest, ...doubled] = await thread.own(marker);
  if (oldest) {
    const updated = await unlessGone(() => thread.update(oldest.id, body));
    if (updated) {
      await removeAll(thread, doubled);
      return { comment: updated, created: false };
    }
  }
  const made = await thread.create(body);
  const [first = made, ...younger] = await thread.own(marker);
  await removeAll(thread, younger);
  if (first.id === made.id) return { comment: made, created: true };
  // Another call was faster. Our figures are as recent as theirs.
  const updated = await unlessGone(() => thread.update(first.id, body));
  return { comment: updated ?? first, created: false };
}

async function removeAll(thread: CommentThread, comments: readonly HostComment[]): Promise<void> {
  for (const { id } of comments) await unlessGone(() => thread.remove(id));
}

/** Returns null if the comment no longer exists. */
async function unlessGone<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HostError && (error.status === 404 || error.status === 410)) return null;
    throw error;
  }
}
