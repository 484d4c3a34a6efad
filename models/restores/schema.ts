// The restore that this database comes from.
import { describeCollection, document, required } from "../lib/schema.ts";

/** `_id` is always the same. `finishedAt` null: the restore was interrupted or is running, and nothing may use the database. */
export type RestoreRecord = {
  _id: string;
  backupId: string;
  /** What was written after this time is not in the backup. */
  backupAt: Date;
  startedAt: Date;
  finishedAt: Date | null;
  /** The restoring process, and until when no other one may restore; null, or in the past, if none does. */
  holder?: string | null;
  holdsUntil?: Date | null;
};
export const restoreSchema = document<RestoreRecord>({
  _id: required(String),
  backupId: required(String),
  backupAt: required(Date),
  startedAt: required(Date),
  finishedAt: { type: Date, default: null },
  holder: String,
  holdsUntil: Date,
});
describeCollection(restoreSchema, {
  holds:
    "The backup that the database was restored from, and who restores it; one document, which backups do not contain.",
  id: "always the same",
});
