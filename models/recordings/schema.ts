// Recordings: pages that agents drive turn by turn, with the steps that worked.
import type { RecordedStep, RecordingStatus } from "../../domain/functional/recording.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/**
 * A turn before it is done. Its sentence is sealed, because only the page shows whether the field to fill in is a password field. Older
 * turns store it as `text`.
 */
export type StoredTurn = RecordedStep & { sealed?: string };

export type Recording = {
  _id: string;
  orgId: string;
  projectId: string;
  environmentId: string | null;
  environmentName: string | null;
  /** Base address of the site; `goto` stays on its origin. */
  baseUrl: string;
  /** Where its browser is located; missing means anywhere. */
  location?: string;
  /** Name of the future feature. */
  name: string;
  status: RecordingStatus;
  /** The steps that worked, in order. */
  steps: RecordedStep[];
  /** Number of steps: a write only applies to the number it was based on. */
  seq: number;
  /** The running turn; one at a time. */
  turnId: string | null;
  turn: StoredTurn | null;
  turnAt: Date | null;
  createdBy: string;
  /** Id of the key or person; null if it was created before ids were stored. */
  createdById: string | null;
  createdAt: Date;
  /** When a turn last started or ended. */
  touchedAt: Date;
  endedAt: Date | null;
  /** The feature that was created from it. */
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
  holds: "One recording: the steps that worked, and the running turn, which is claimed for one `seq`.",
});
recordingSchema.index({ projectId: 1, status: 1 });
