// Queries for comments with commands.
import { isWritten, type Models } from "../index.ts";
import type { CommentOrder } from "./schema.ts";

/** Returns false if the comment is already known. */
export async function insertOrder(models: Models, order: CommentOrder): Promise<boolean> {
  return isWritten(models.commentOrders.create(order));
}

/** Maximum number of comments per read. */
const MAX_DUE = 20;

/** Returns comments that are due and that no process is working on, longest waiting first. */
export const dueOrders = ({ commentOrders }: Models, now: Date): Promise<CommentOrder[]> =>
  commentOrders
    .find({ dueAt: { $ne: null, $lte: now }, $or: [{ takenUntil: null }, { takenUntil: { $lt: now } }] })
    .sort({ dueAt: 1 })
    .limit(MAX_DUE)
    .lean<CommentOrder[]>()
    .exec();

/** Claims the comment for this process. Returns false if another process was faster. */
export async function takeOrder(
  { commentOrders }: Models,
  { _id, takenUntil, tries }: CommentOrder,
  until: Date,
): Promise<boolean> {
  const read = { _id, takenUntil, tries, dueAt: { $ne: null } };
  return (await commentOrders.updateOne(read, { $set: { takenUntil: until } })).modifiedCount === 1;
}

export async function changeOrder(
  { commentOrders }: Models,
  _id: string,
  set: Partial<
    Pick<CommentOrder, "answer" | "sentences" | "strangerId" | "dueAt" | "takenUntil" | "tries" | "problem">
  >,
): Promise<void> {
  await commentOrders.updateOne({ _id }, { $set: set });
}

/** Returns how many comments of this unlinked author were answered on this pull request. */
export const countAnsweredStranger = (
  { commentOrders }: Models,
  { hookId, prNumber, strangerId, except }: { hookId: string; prNumber: number; strangerId: string; except: string },
): Promise<number> =>
  commentOrders.countDocuments({ hookId, prNumber, strangerId, answer: { $ne: null }, _id: { $ne: except } }).exec();

/** Deletes settled comments that were received before `until`. */
export async function forgetOrders({ commentOrders }: Models, until: Date): Promise<void> {
  await commentOrders.deleteMany({ receivedAt: { $lt: until }, dueAt: null });
}
