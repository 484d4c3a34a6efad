import type { CleanupCounts, CleanupKind, CleanupStatus } from "../../domain/retention/cleanup.ts";
import type { StoredByKind } from "../../domain/words/storage.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/** Keyed by the project's id. */
export type StoredByProject = Record<string, StoredByKind>;

/** A sweep of data whose retention has ended. The document is written first, then a worker runs it. It is kept afterwards. */
export type Cleanup = {
  _id: string;
  kind: CleanupKind;
  /** Whether the schedule started it without a request. Missing means no. */
  daily?: boolean;
  /** Unique: its kind while it is open, so that there is only one of each; its own id once it has ended. */
  lock: string;
  status: CleanupStatus;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  /** What it is currently doing, in words. */
  phase: string;
  counts: CleanupCounts;
  /** What the bytes of projects belong to, as far as they have been examined. */
  stored?: StoredByProject | null;
  /** Steps whose counts have been added, so that a repeated step counts once. */
  done: string[];
  /** Number of slices of the store per pass. Decided once, because finished steps are named by them. */
  slices?: number | null;
  /** The run that was counted last, so that a run deleted in two attempts counts once. */
  lastRun?: string | null;
  /** Why nothing is deleted, if so; it then ends as skipped. */
  skip?: string | null;
  /** Why it failed or was skipped. */
  error: string | null;
};

export const cleanupSchema = document<Cleanup>({
  _id: required(String),
  kind: required(String),
  daily: Boolean,
  lock: required(String),
  status: required(String),
  createdAt: required(Date),
  startedAt: { type: Date, default: null },
  finishedAt: { type: Date, default: null },
  phase: { type: String, default: "" },
  counts: { type: json, default: {} },
  stored: { type: json },
  done: { type: [String], default: [] },
  slices: Number,
  lastRun: String,
  skip: String,
  error: { type: String, default: null },
});
cleanupSchema.index({ lock: 1 }, { unique: true });
cleanupSchema.index({ status: 1 });
describeCollection(cleanupSchema, {
  holds: "A retention sweep, or its plan, with its counts. The last 100 of each are kept.",
});
