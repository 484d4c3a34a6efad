import type { QueueRole } from "../../domain/workflowNames.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/** Removed when the process stops. */
export type WorkerPresence = {
  _id: string;
  /** The queues whose tasks it takes, also while all its slots are taken. */
  queues: QueueRole[];
  /** Which version of the workers it is; missing: of a worker without versions. */
  build?: string | null;
  /** The name of its machine; missing: of an earlier version. */
  host?: string | null;
  /** Browsers that it has started, with their versions: "chromium 141.0.7390.37". */
  browsers?: string[];
  /** Whether its Chromium runs in its own sandbox; null or missing: it has started none, or is of an earlier version. */
  sandbox?: boolean | null;
  /** Where its browsers stand; null or missing: no place in particular. */
  location?: string | null;
  /** What its browsers do: screenshots and pages at once, and the seconds that one takes. Missing: not known yet. */
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
