// Whether the database was restored from a backup, and whether it is complete.
import { isWritten, type Models } from "../index.ts";
import type { RestoreRecord } from "./schema.ts";

const ONLY = "this";

/** Returns the restore that this database comes from, or null if there is none. */
export function findRestore({ restores }: Models): Promise<RestoreRecord | null> {
  return restores.findById(ONLY).lean<RestoreRecord>();
}

/** Returns when the backup that contained a document was made, or null if the document was created here. */
export const broughtBy = (restore: RestoreRecord | null, createdAt: Date): Date | null =>
  restore !== null && createdAt <= restore.backupAt ? restore.backupAt : null;

/** A restore that does not renew its lease for this long is dead. Clocks of hosts may differ by some seconds. */
export const RESTORE_LEASE_MS = 60_000;

const leaseOf = (holder: string, at: Date) => ({ holder, holdsUntil: new Date(at.getTime() + RESTORE_LEASE_MS) });

/** Reserves the database for this restore. Returns false, and changes nothing, while another process restores into it, or after another one has. */
export async function beginRestore(
  { restores }: Models,
  { backupId, backupAt, at, holder }: { backupId: string; backupAt: Date; at: Date; holder: string },
): Promise<boolean> {
  const record = { backupId, backupAt, startedAt: at, finishedAt: null, ...leaseOf(holder, at) };
  // One document and one update: of two concurrent restores, one finds the other's lease.
  const free = [{ holder: null }, { holdsUntil: { $lt: at } }];
  const { matchedCount } = await restores.updateOne({ _id: ONLY, finishedAt: null, $or: free }, { $set: record });
  if (matchedCount === 1) return true;
  return isWritten(restores.create({ _id: ONLY, ...record }));
}

/** Renews the lease. Returns false if another process has taken over because this one was considered dead. */
export async function holdRestore({ restores }: Models, holder: string, at: Date): Promise<boolean> {
  const { matchedCount } = await restores.updateOne(
    { _id: ONLY, finishedAt: null, holder },
    { $set: leaseOf(holder, at) },
  );
  return matchedCount === 1;
}

/** Releases the lease of an unfinished restore, so that it may start again immediately. */
export async function leaveRestore({ restores }: Models, holder: string): Promise<void> {
  await restores.updateOne({ _id: ONLY, finishedAt: null, holder }, { $set: { holder: null, holdsUntil: null } });
}

/** Marks the database as complete. Returns false if another process has taken over the restore. */
export async function finishRestore({ restores }: Models, holder: string, at: Date): Promise<boolean> {
  const { matchedCount } = await restores.updateOne(
    { _id: ONLY, finishedAt: null, holder },
    { $set: { finishedAt: at, holder: null, holdsUntil: null } },
  );
  return matchedCount === 1;
}

/** Throws RestoreUnfinishedError if a restore is not finished. */
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
