// Queries for webhooks of pull request comments.
import type { Models } from "../index.ts";
import type { CommentHook } from "./schema.ts";

export const findCommentHook = (models: Models, _id: string): Promise<CommentHook | null> =>
  models.commentHooks.findOne({ _id }).lean<CommentHook>().exec();

export const commentHooksOf = (models: Models, projectId: string): Promise<CommentHook[]> =>
  models.commentHooks.find({ projectId }).sort({ createdAt: 1, _id: 1 }).lean<CommentHook[]>().exec();

export const countCommentHooks = (models: Models, projectId: string): Promise<number> =>
  models.commentHooks.countDocuments({ projectId });

export async function insertCommentHook(models: Models, hook: CommentHook): Promise<void> {
  await models.commentHooks.create(hook);
}

/** Returns false if the project has no such webhook. */
export async function deleteCommentHook(models: Models, projectId: string, _id: string): Promise<boolean> {
  return (await models.commentHooks.deleteOne({ _id, projectId })).deletedCount > 0;
}

export async function noteHookCall(models: Models, _id: string, lastCallAt: Date): Promise<void> {
  await models.commentHooks.updateOne({ _id }, { $set: { lastCallAt } });
}
