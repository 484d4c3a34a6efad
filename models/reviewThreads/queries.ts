// Queries and guarded writes for conversations.
import { waitsOf } from "../../domain/discussion/thread.ts";
import { isWritten, type Models } from "../index.ts";
import { readInTurns } from "../lib/readInTurns.ts";
import { movedShelf, threadShelfOf, waiterIdOf, waitIdOf } from "./keys.ts";
import type { ReviewThread, ThreadWait } from "./schema.ts";

/** Maximum numbers of conversations per branch, newest first; older resolved ones are history. */
const MAX_OPEN = 500;
const MAX_RESOLVED = 200;

/** Returns the conversations of a branch: open ones first, then resolved ones, each newest first. */
export async function threadsOnLine(models: Models, projectId: string, line: string): Promise<ReviewThread[]> {
  const on = (open: boolean, limit: number) =>
    readInTurns<ReviewThread>(
      models.reviewThreads,
      { shelfId: threadShelfOf(projectId, line, open) },
      { sort: { updatedAt: -1 }, limit },
    );
  return [...(await on(true, MAX_OPEN)), ...(await on(false, MAX_RESOLVED))];
}

export const findThread = (models: Models, _id: string): Promise<ReviewThread | null> =>
  models.reviewThreads.findOne({ _id }).lean<ReviewThread>();

export const threadsWithIds = (models: Models, ids: readonly string[]): Promise<ReviewThread[]> =>
  models.reviewThreads
    .find({ _id: { $in: [...ids] } })
    .lean<ReviewThread[]>()
    .exec();

/** Returns the number of unresolved conversations of a place. */
export const countOpenThreads = (models: Models, placeId: string): Promise<number> =>
  models.reviewThreads.countDocuments({ placeId, resolved: null });

/** Returns false if there already is a conversation with its id. */
export async function insertThread(models: Models, thread: ReviewThread): Promise<boolean> {
  return isWritten(models.reviewThreads.create(thread));
}

/** Changes the conversation if it is unchanged since it was read. Returns null if another writer was faster. */
export async function writeThread(
  models: Models,
  { _id, rev, shelfId }: ReviewThread,
  set: Pick<ReviewThread, "messages" | "resolved" | "updatedAt">,
): Promise<ReviewThread | null> {
  const fields = { ...set, shelfId: movedShelf(shelfId, set.resolved === null), rev: rev + 1 };
  return models.reviewThreads
    .findOneAndUpdate({ _id, rev }, { $set: fields }, { returnDocument: "after" })
    .lean<ReviewThread>();
}

/** Stores whom the conversation is waiting for. Of several concurrent calls, the last one has seen what all others wrote. */
export async function keepWaits(models: Models, threadId: string): Promise<void> {
  for (;;) {
    const thread = await findThread(models, threadId);
    if (!thread) return;
    const waits = waitsOf(thread);
    const kept = new Set(waits.map(({ email }) => waitIdOf(threadId, email)));
    const known = await models.threadWaits.find({ threadId }, { _id: 1 }).lean<{ _id: string }[]>();
    for (const { email, at } of waits) {
      const _id = waitIdOf(threadId, email);
      const wait: ThreadWait = { _id, threadId, waiterId: waiterIdOf(thread.orgId, email), email, at };
      await models.threadWaits.updateOne({ _id }, { $set: wait }, { upsert: true });
    }
    const gone = known.filter(({ _id }) => !kept.has(_id)).map(({ _id }) => _id);
    if (gone.length > 0) await models.threadWaits.deleteMany({ _id: { $in: gone } });
    if ((await findThread(models, threadId))?.rev === thread.rev) return;
  }
}

/** Returns conversations that may be waiting for a person, newest first. */
export async function threadsWaitingFor(
  models: Models,
  orgId: string,
  email: string,
  limit: number,
): Promise<ReviewThread[]> {
  const waits = await models.threadWaits
    .find({ waiterId: waiterIdOf(orgId, email) })
    .sort({ at: -1 })
    .limit(limit)
    .lean<ThreadWait[]>();
  return threadsWithIds(
    models,
    waits.map(({ threadId }) => threadId),
  );
}
