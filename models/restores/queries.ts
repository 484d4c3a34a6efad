// Whether the database was restored from a backup, and whether all of it is there.
import type { Models } from "../index.ts";
import type { RestoreRecord } from "./schema.ts";

const ONLY = "this";

/** The restore that this database comes from; null: it comes from none. */
export function findRestore({ restores }: Models): Promise<RestoreRecord | null> {
  return restores.findById(ONLY).lean<RestoreRecord>();
}

/** When the backup was made that brought a document; null: it was made here. */
export const broughtBy = (restore: RestoreRecord | null, createdAt: Date): Date | null =>
  restore !== null && createdAt <= restore.backupAt ? restore.backupAt : null;

/** From now on nothing but a restore may use the database. */
export async function beginRestore(
  { restores }: Models,
  { backupId, backupAt, at }: { backupId: string; backupAt: Date; at: Date },
): Promise<void> {
  const record = { backupId, backupAt, startedAt: at, finishedAt: null };
  await restores.replaceOne({ _id: ONLY }, record, { upsert: true });
}

/** The database is whole. */
export async function finishRestore({ restores }: Models, at: Date): Promise<void> {
  await restores.updateOne({ _id: ONLY }, { $set: { finishedAt: at } });
}

/** Throws RestoreUnfinishedError while a restore has not come to its end. */
export async function requireWholeDatabase(models: Models): Promise<void> {
  const restore = await findRestore(models);
  if (restore && restore.finishedAt === null) throw new RestoreUnfinishedError(restore.startedAt);
}

export class RestoreUnfinishedError extends Error {
  constructor(startedAt: Date) {
    super(
      `A restore into this database began at ${startedAt.toISOString()} and was not finished: run "npm run -s admin -- restore FILE" again.`,
    );
    this.name = "RestoreUnfinishedError";
  }
}
