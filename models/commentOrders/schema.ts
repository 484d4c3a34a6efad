import { describeCollection, document, required } from "../lib/schema.ts";

/** A comment with commands, from the call that reported it until it is answered. The comment itself is not stored. */
export type CommentOrder = {
  _id: string;
  hookId: string;
  projectId: string;
  prNumber: number;
  /** The host's ids of the comment, and of the call that reported it. */
  commentId: string;
  deliveryId: string | null;
  /** SHA-256 of the text as it was signed: if the comment has been edited since, the hash differs. */
  bodySha256: string;
  receivedAt: Date;
  /** When it has to be processed; null if it is settled. */
  dueAt: Date | null;
  /** Until when a process has claimed it. */
  takenUntil: Date | null;
  tries: number;
  /** The host's id of the author if the author is not linked: they are told so once per pull request. */
  strangerId: string | null;
  /** The result of each finished command; a retry continues after them. */
  sentences: string[];
  /** The reply; written before it is sent. */
  answer: string | null;
  /** Why it was given up, or not answered. */
  problem: string | null;
};

export const commentOrderSchema = document<CommentOrder>({
  _id: required(String),
  hookId: required(String),
  projectId: required(String),
  prNumber: required(Number),
  commentId: required(String),
  deliveryId: { type: String, default: null },
  bodySha256: required(String),
  receivedAt: required(Date),
  dueAt: { type: Date, default: null },
  takenUntil: { type: Date, default: null },
  tries: required(Number),
  strangerId: { type: String, default: null },
  sentences: { type: [String], default: [] },
  answer: { type: String, default: null },
  problem: { type: String, default: null },
});
describeCollection(commentOrderSchema, {
  holds: "A comment with commands that a webhook reported, without its text. Kept for 30 days.",
  id: "`<project>:<host>:<the host's id of the comment>`: a comment decides once.",
});
commentOrderSchema.index({ dueAt: 1 });
commentOrderSchema.index({ hookId: 1, prNumber: 1 });
commentOrderSchema.index({ receivedAt: 1 });
