// When the last backup was made.
import type { Models } from "../index.ts";
import type { BackupRecord } from "./schema.ts";

const KEPT = 100;

/** Notes a backup that is whole, and forgets those before the newest 100. */
export async function noteBackup({ backups }: Models, record: BackupRecord): Promise<void> {
  await backups.create(record);
  const old = await backups.find({}, { _id: 1 }).sort({ finishedAt: -1 }).skip(KEPT).lean<{ _id: string }[]>();
  for (const { _id } of old) await backups.deleteOne({ _id });
}

/** The newest; null: none was ever made. */
export function lastBackup({ backups }: Models): Promise<BackupRecord | null> {
  return backups.findOne({}).sort({ finishedAt: -1 }).lean<BackupRecord>();
}
