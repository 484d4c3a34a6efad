// Queries and guarded writes for review requests.
import { createHash } from "node:crypto";
import { isWritten, type Models } from "../index.ts";
import { waiterIdOf } from "../reviewThreads/keys.ts";
import type { ReviewRequest } from "./schema.ts";

const idOf = (runId: string, email: string): string =>
  `rrq_${createHash("sha256")
    .update(JSON.stringify([runId, email]))
    .digest("hex")
    .slice(0, 32)}`;

/** Returns the requests in the order in which people were asked. */
export const requestsOfRun = (models: Models, runId: string): Promise<ReviewRequest[]> =>
  models.reviewRequests.find({ runId, removedAt: null }).sort({ askedAt: 1, _id: 1 }).lean<ReviewRequest[]>().exec();

/** Returns a person's open requests, newest first. */
export const requestsFor = (models: Models, orgId: string, email: string, limit: number): Promise<ReviewRequest[]> =>
  models.reviewRequests
    .find({ waiterId: waiterIdOf(orgId, email) })
    .sort({ askedAt: -1 })
    .limit(limit)
    .lean<ReviewRequest[]>()
    .exec();

type Asking = Pick<ReviewRequest, "orgId" | "projectId" | "runId" | "email" | "askedBy" | "askedAt" | "note">;

/** Asks a person; a person who is done is asked again. Returns null if there already is an open request. */
export async function askPerson(models: Models, asking: Asking): Promise<ReviewRequest | null> {
  const _id = idOf(asking.runId, asking.email);
  const open = {
    ...asking,
    waiterId: waiterIdOf(asking.orgId, asking.email),
    lookedAt: null,
    doneAt: null,
    doneBy: null,
    removedAt: null,
  };
  const request = { _id, ...open, asked: 1 };
  if (await isWritten(models.reviewRequests.create(request))) return request;
  return models.reviewRequests
    .findOneAndUpdate({ _id, waiterId: null }, { $set: open, $inc: { asked: 1 } }, { returnDocument: "after" })
    .lean<ReviewRequest>();
}

/** Withdraws a request and returns it, or returns null if there was none. */
export const takeBackRequest = (
  models: Models,
  { runId, email, at }: { runId: string; email: string; at: Date },
): Promise<ReviewRequest | null> =>
  models.reviewRequests
    .findOneAndUpdate({ _id: idOf(runId, email), removedAt: null }, { $set: { waiterId: null, removedAt: at } })
    .lean<ReviewRequest>();

/** Restores a withdrawn request. Returns null if none was withdrawn, or the person was asked again. */
export async function restoreRequest(models: Models, runId: string, email: string): Promise<ReviewRequest | null> {
  const taken = { _id: idOf(runId, email), removedAt: { $ne: null } };
  const request = await models.reviewRequests.findOne(taken).lean<ReviewRequest>();
  if (!request) return null;
  const waiterId = request.doneAt ? null : waiterIdOf(request.orgId, email);
  return models.reviewRequests
    .findOneAndUpdate(taken, { $set: { waiterId, removedAt: null } }, { returnDocument: "after" })
    .lean<ReviewRequest>();
}

/** Records that the person has opened the run's review. Returns false if they already had, or nobody asked them. */
export async function noteLooked(models: Models, runId: string, email: string, at: Date): Promise<boolean> {
  const unseen = { _id: idOf(runId, email), lookedAt: null, removedAt: null };
  return (await models.reviewRequests.updateOne(unseen, { $set: { lookedAt: at } })).modifiedCount === 1;
}

/** Marks the person as done or not done. Returns false if that was already the case, or nobody asked them. */
export async function setDone(
  models: Models,
  { orgId, runId, email, done, at }: { orgId: string; runId: string; email: string; done: boolean; at: Date },
): Promise<boolean> {
  const _id = idOf(runId, email);
  const waiterId = waiterIdOf(orgId, email);
  const changed = done
    ? await models.reviewRequests.updateOne(
        { _id, waiterId },
        { $set: { waiterId: null, doneAt: at, doneBy: "person" } },
      )
    : await models.reviewRequests.updateOne(
        { _id, waiterId: null, removedAt: null },
        { $set: { waiterId, doneAt: null, doneBy: null } },
      );
  return changed.modifiedCount === 1;
}

/**
 * Closes the requests of a run whose results are all decided, and otherwise reopens those closed that way. Returns the number of changed
 * requests.
 */
export async function settleRequests(models: Models, runId: string, isDecided: boolean, at: Date): Promise<number> {
  if (isDecided) {
    const closed = await models.reviewRequests.updateMany(
      { runId, doneAt: null, removedAt: null },
      { $set: { waiterId: null, doneAt: at, doneBy: "decisions" } },
    );
    return closed.modifiedCount;
  }
  const shut = await models.reviewRequests
    .find({ runId, doneBy: "decisions", removedAt: null })
    .lean<ReviewRequest[]>();
  for (const { _id, orgId, email } of shut)
    await models.reviewRequests.updateOne(
      { _id, doneBy: "decisions", removedAt: null },
      { $set: { waiterId: waiterIdOf(orgId, email), doneAt: null, doneBy: null } },
    );
  return shut.length;
}
