// Queries for comments that are kept up to date.
import { isWritten, type Models } from "../index.ts";
import type { PrCommentRecord } from "./schema.ts";

export type CommentPlace = Pick<PrCommentRecord, "projectId" | "host" | "repository" | "prNumber" | "environmentId">;

/** Repository names are case-insensitive. */
const commentIdOf = ({ projectId, host, repository, prNumber, environmentId }: CommentPlace): string =>
  `${projectId}:${host}:${repository.toLowerCase()}:${prNumber}${environmentId === null ? "" : `:${environmentId}`}`;

/** Records a comment before it is written, so that a decision during the write makes it due. */
export async function noteComment(
  { prComments }: Models,
  place: CommentPlace & Pick<PrCommentRecord, "orgId" | "branch">,
  updatedAt: Date,
): Promise<void> {
  const _id = commentIdOf(place);
  const { branch } = place;
  const found = await prComments.updateOne({ _id }, { $set: { branch, updatedAt } });
  if (found.matchedCount > 0) return;
  const fresh = { dueAt: null, rev: 0, takenUntil: null, tries: 0, problem: null };
  // Another process may have recorded it at the same time.
  await isWritten(prComments.create({ _id, ...place, ...fresh, updatedAt }));
}

/** Marks the comments that contain a run's results as due. */
export async function commentsNeedWriting(
  { prComments }: Models,
  { projectId, prNumber, branch }: { projectId: string; prNumber: number | null; branch: string | null },
  at: Date,
): Promise<void> {
  const due = { $set: { dueAt: at, tries: 0, problem: null }, $inc: { rev: 1 } };
  if (prNumber !== null) await prComments.updateMany({ projectId, prNumber }, due);
  if (branch !== null) await prComments.updateMany({ projectId, branch, prNumber: { $ne: prNumber } }, due);
}

/** Maximum number of comments per read. */
const MAX_DUE = 20;

/** Returns comments that are due and that no process is writing, longest waiting first. */
export const commentsToWrite = ({ prComments }: Models, now: Date): Promise<PrCommentRecord[]> =>
  prComments
    .find({ dueAt: { $ne: null, $lte: now }, $or: [{ takenUntil: null }, { takenUntil: { $lt: now } }] })
    .sort({ dueAt: 1 })
    .limit(MAX_DUE)
    .lean<PrCommentRecord[]>()
    .exec();

/** Claims the comment for this process. Returns false if another process was faster. */
export async function takeComment(
  { prComments }: Models,
  { _id, rev, takenUntil }: PrCommentRecord,
  until: Date,
): Promise<boolean> {
  return (await prComments.updateOne({ _id, rev, takenUntil }, { $set: { takenUntil: until } })).modifiedCount === 1;
}

/** Records that it was written or rejected. After a decision during the write it stays due. */
export async function settleComment(
  { prComments }: Models,
  { _id, rev }: PrCommentRecord,
  came: Pick<PrCommentRecord, "dueAt" | "tries" | "problem" | "updatedAt">,
): Promise<void> {
  const settled = await prComments.updateOne({ _id, rev }, { $set: { ...came, takenUntil: null } });
  if (settled.matchedCount === 0) await prComments.updateOne({ _id }, { $set: { takenUntil: null } });
}
