import type { QueueRole } from "../../domain/workflowNames.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/** A running worker process; removed when it stops. */
export type WorkerPresence = {
  _id: string;
  /** The queues whose tasks it takes, even while all its slots are in use. */
  queues: QueueRole[];
  /** Version of the worker; missing for a worker without versions. */
  build?: string | null;
  /** Name of its machine; missing for earlier versions. */
  host?: string | null;
  /** Browsers that it has started, with their versions: "chromium 141.0.7390.37". */
  browsers?: string[];
  /** Whether its Chromium runs in its own sandbox; null or missing if it has not started one, or for earlier versions. */
  sandbox?: boolean | null;
  /** Where its browsers are located; null or missing means no particular location. */
  location?: string | null;
  /** Speed of its browsers: screenshots and pages at the same time, and the seconds that one takes. Missing if not known yet. */
  pace?: { slots: number; seconds: number } | null;
  seenAt: Date;
};

export const workerPresenceSchema = document<WorkerPresence>({
  _id: required(String),
  queues: { type: [String], required: true as const },
  build: String,
  host: String,
  browsers: { type: [String], default: undefined },
  sandbox: Boolean,
  location: String,
  pace: { type: json },
  seenAt: required(Date),
});
describeCollection(workerPresenceSchema, {
  holds:
    "A running worker process, its queues, its place, its version, its machine, its browsers and their pace, refreshed every 5 s.",
});
workerPresenceSchema.index({ seenAt: 1 });
