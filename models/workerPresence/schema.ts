import type { QueueRole } from "../../domain/workflowNames.ts";
import { describeCollection, document, required } from "../lib/schema.ts";

/** Removed when the process stops. */
export type WorkerPresence = {
  _id: string;
  /** The queues whose tasks it takes, also while all its slots are taken. */
  queues: QueueRole[];
  seenAt: Date;
};

export const workerPresenceSchema = document<WorkerPresence>({
  _id: required(String),
  queues: { type: [String], required: true as const },
  seenAt: required(Date),
});
describeCollection(workerPresenceSchema, { holds: "A running worker process and its queues, refreshed every 5 s." });
workerPresenceSchema.index({ seenAt: 1 });
