import type { QueueRole } from "../../domain/workflowNames.ts";
import { describeCollection, document, required } from "../lib/schema.ts";

/** Removed when the process stops. */
export type WorkerPresence = {
  _id: string;
  /** The queues whose tasks it takes, also while all its slots are taken. */
  queues: QueueRole[];
  /** Which version of the workers it is; missing: of a worker without versions. */
  build?: string | null;
  seenAt: Date;
};

export const workerPresenceSchema = document<WorkerPresence>({
  _id: required(String),
  queues: { type: [String], required: true as const },
  build: String,
  seenAt: required(Date),
});
describeCollection(workerPresenceSchema, {
  holds: "A running worker process, its queues and its version, refreshed every 5 s.",
});
workerPresenceSchema.index({ seenAt: 1 });
