import type { CleanupCounts, CleanupKind, CleanupStatus } from "../../domain/retention/cleanup.ts";
import type { StoredByKind } from "../../domain/words/storage.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/** By the project's id. */
export type StoredByProject = Record<string, StoredByKind>;

/** A sweep of what retention lets go. It is written first; a worker takes it then. It stays when all is done. */
export type Cleanup = {
  _id: string;
  kind: CleanupKind;
  /** Whether the schedule began it, and nobody asked for it. Missing: no. */
  daily?: boolean;
  /** Unique: its kind, so that one of each is under way; its own id once it has ended. */
  lock: string;
  status: CleanupStatus;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  /** What it does now, in words. */
  phase: string;
  counts: CleanupCounts;
  /** What the bytes of projects belong to, as far as it was looked through. */
  stored?: StoredByProject | null;
  /** Steps whose counts are added: a step that is repeated counts once. */
  done: string[];
  /** How many slices of the store each pass takes, decided once: the steps that are done are named by them. */
  slices?: number | null;
  /** The run that was counted last: one that is deleted by two tries counts once. */
  lastRun?: string | null;
  /** Why nothing is deleted, where nothing is; it ends as skipped. */
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
  holds: "A sweep of what retention lets go, or its plan, with its counts. The last 100 of each are kept.",
});
