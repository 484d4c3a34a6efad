// Recordings: pages that agents drive turn by turn, with the steps that worked.
import type { RecordedStep, RecordingStatus } from "../../domain/functional/recording.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/**
 * A turn before it is done. Its sentence is sealed: whether the field that it fills in is one for a password, only the page tells. Older
 * ones have it as `text`.
 */
export type StoredTurn = RecordedStep & { sealed?: string };

export type Recording = {
  _id: string;
  orgId: string;
  projectId: string;
  environmentId: string | null;
  environmentName: string | null;
  /** Where the site is; `goto` stays on its origin. */
  baseUrl: string;
  /** Where its browser stands; missing: no place in particular. */
  location?: string;
  /** What the feature will be called. */
  name: string;
  status: RecordingStatus;
  /** The steps that worked, in their order. */
  steps: RecordedStep[];
  /** How many there are: a write applies only where the stored one is what it was made from. */
  seq: number;
  /** The turn that is under way; one at a time. */
  turnId: string | null;
  turn: StoredTurn | null;
  turnAt: Date | null;
  createdBy: string;
  /** Id of the key or person; null: it was made before ids were kept. */
  createdById: string | null;
  createdAt: Date;
  /** When a turn last began or ended. */
  touchedAt: Date;
  endedAt: Date | null;
  /** The feature that it became. */
  featureId: string | null;
};

export const recordingSchema = document<Recording>({
  _id: required(String),
  orgId: required(String),
  projectId: required(String),
  environmentId: { type: String, default: null },
  environmentName: { type: String, default: null },
  baseUrl: required(String),
  location: { type: String },
  name: required(String),
  status: required(String),
  steps: { type: json, default: [] },
  seq: required(Number),
  turnId: { type: String, default: null },
  turn: { type: json, default: null },
  turnAt: { type: Date, default: null },
  createdBy: required(String),
  createdById: { type: String, default: null },
  createdAt: required(Date),
  touchedAt: required(Date),
  endedAt: { type: Date, default: null },
  featureId: { type: String, default: null },
});
describeCollection(recordingSchema, {
  holds: "One recording: its steps that worked, and the turn under way, which is claimed for one `seq`.",
});
recordingSchema.index({ projectId: 1, status: 1 });
