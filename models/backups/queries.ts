// When the last backup was made.
import type { Models } from "../index.ts";
import { keepNewest } from "../lib/newest.ts";
import type { BackupRecord } from "./schema.ts";

const KEPT = 100;

/** Notes a backup that is whole, and forgets those before the newest 100. */
export async function noteBackup({ backups }: Models, record: BackupRecord): Promise<void> {
  await backups.create(record);
  await keepNewest(backups, { by: "finishedAt", count: KEPT });
}

/** The newest; null: none was ever made. */
export function lastBackup({ backups }: Models): Promise<BackupRecord | null> {
  return backups.findOne({}).sort({ finishedAt: -1 }).lean<BackupRecord>();
}
