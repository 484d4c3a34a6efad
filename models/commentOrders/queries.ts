// Every question about comments with commands.
import { isDuplicateKey, type Models } from "../index.ts";
import type { CommentOrder } from "./schema.ts";

/** false: the comment is known. */
export async function insertOrder(models: Models, order: CommentOrder): Promise<boolean> {
  try {
    await models.commentOrders.create(order);
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}

/** Maximum of one read. */
const MAX_DUE = 20;

/** Comments that are due and that nobody works on, the longest waiting first. */
export const dueOrders = ({ commentOrders }: Models, now: Date): Promise<CommentOrder[]> =>
  commentOrders
    .find({ dueAt: { $ne: null, $lte: now }, $or: [{ takenUntil: null }, { takenUntil: { $lt: now } }] })
    .sort({ dueAt: 1 })
    .limit(MAX_DUE)
    .lean<CommentOrder[]>()
    .exec();

/** Whether this process works on it; another one may be quicker. */
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

/** How many comments of this author, who was not linked, were answered at this pull request. */
export const countAnsweredStranger = (
  { commentOrders }: Models,
  { hookId, prNumber, strangerId, except }: { hookId: string; prNumber: number; strangerId: string; except: string },
): Promise<number> =>
  commentOrders.countDocuments({ hookId, prNumber, strangerId, answer: { $ne: null }, _id: { $ne: except } }).exec();

/** Deletes settled ones that were received before `until`. */
export async function forgetOrders({ commentOrders }: Models, until: Date): Promise<void> {
  await commentOrders.deleteMany({ receivedAt: { $lt: until }, dueAt: null });
}
