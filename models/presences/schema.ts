// Who currently has a review open.
import { describeCollection, document, required } from "../lib/schema.ts";

/** `since`: when they opened it; `seenAt`: when their page last reported it. */
export type Presence = { _id: string; projectId: string; runId: string; email: string; since: Date; seenAt: Date };

export const presenceSchema = document<Presence>({
  _id: required(String),
  projectId: required(String),
  runId: required(String),
  email: required(String),
  since: required(Date),
  seenAt: required(Date),
});
describeCollection(presenceSchema, {
  holds: "A person who has the review of a run open; kept for about a minute.",
  id: "`<run>:<user>`",
});
presenceSchema.index({ runId: 1 });
presenceSchema.index({ projectId: 1 });
presenceSchema.index({ seenAt: 1 });
