// Backups of this installation.
import { describeCollection, document, required } from "../lib/schema.ts";

/** Sizes are in bytes. `missing`: number of artifacts that documents reference but the store did not have, or not completely. */
export type BackupRecord = {
  _id: string;
  startedAt: Date;
  finishedAt: Date;
  version: string;
  documents: number;
  artifacts: number;
  missing: number;
  bytes: number;
  withKey: boolean;
};
export const backupSchema = document<BackupRecord>({
  _id: required(String),
  startedAt: required(Date),
  finishedAt: required(Date),
  version: required(String),
  documents: required(Number),
  artifacts: required(Number),
  missing: required(Number),
  bytes: required(Number),
  withKey: required(Boolean),
});
describeCollection(backupSchema, { holds: "When a backup was made, and how much it holds; the newest 100." });
backupSchema.index({ finishedAt: -1 });
