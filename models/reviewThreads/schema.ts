// Conversations about screenshots. They belong to a place, so later runs of the same branch show them too.
import type { ThreadMessage, ThreadRegion } from "../../domain/discussion/thread.ts";
import type { ViewportName } from "../../domain/visual/shot.ts";
import type { BaselinePart } from "../baselines/key.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/** Where on a site a screenshot is taken. `line`: the branch, "" for the main branch. */
export type ThreadPlace = BaselinePart & { projectId: string; line: string };

export type ReviewThread = {
  _id: string;
  orgId: string;
  projectId: string;
  /** Key by branch and state: open and resolved conversations are read separately. */
  shelfId: string;
  placeId: string;
  scenarioLabel: string;
  viewport: ViewportName;
  /** Where it was started, and the picture there. */
  runId: string;
  shotId: string;
  index: number;
  picture: string | null;
  region: ThreadRegion | null;
  messages: ThreadMessage[];
  resolved: { by: string; at: Date } | null;
  createdAt: Date;
  updatedAt: Date;
  /** Incremented by every change; a change based on an older state is decided again. */
  rev: number;
};

export const reviewThreadSchema = document<ReviewThread>({
  _id: required(String),
  orgId: required(String),
  projectId: required(String),
  shelfId: required(String),
  placeId: required(String),
  scenarioLabel: required(String),
  viewport: required(String),
  runId: required(String),
  shotId: required(String),
  index: required(Number),
  picture: { type: String, default: null },
  region: { type: json, default: null },
  messages: { type: json, default: [] },
  resolved: { type: json, default: null },
  createdAt: required(Date),
  updatedAt: required(Date),
  rev: required(Number),
});
describeCollection(reviewThreadSchema, { holds: "A conversation about a place on a screenshot, with its comments." });
reviewThreadSchema.index({ shelfId: 1 });
reviewThreadSchema.index({ placeId: 1 });

/** A person that a conversation may be waiting for. Whether it still is follows from the conversation. */
export type ThreadWait = { _id: string; threadId: string; waiterId: string; email: string; at: Date };

export const threadWaitSchema = document<ThreadWait>({
  _id: required(String),
  threadId: required(String),
  waiterId: required(String),
  email: required(String),
  at: required(Date),
});
describeCollection(threadWaitSchema, {
  holds: "A person for whom a conversation waits: mentioned there, or answered.",
  id: "a hash of conversation and person",
});
threadWaitSchema.index({ threadId: 1 });
threadWaitSchema.index({ waiterId: 1 });
