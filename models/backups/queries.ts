// Records finished backups.
import type { Models } from "../index.ts";
import { keepNewest } from "../lib/newest.ts";
import type { BackupRecord } from "./schema.ts";

const KEPT = 100;

/** Records a complete backup, and deletes all but the newest 100 records. */
export async function noteBackup({ backups }: Models, record: BackupRecord): Promise<void> {
  await backups.create(record);
  await keepNewest(backups, { by: "finishedAt", count: KEPT });
}

/** Returns the newest backup, or null if there is none. */
export function lastBackup({ backups }: Models): Promise<BackupRecord | null> {
  return backups.findOne({}).sort({ finishedAt: -1 }).lean<BackupRecord>();
}
