import type { QueueRole } from "../domain/workflowNames.ts";
import { document, required } from "./schema.ts";

/** A worker process, as it reports itself every few seconds while it runs. Removed when it stops. */
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
workerPresenceSchema.index({ seenAt: 1 });
