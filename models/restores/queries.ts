// Whether the database was restored from a backup, and whether all of it is there.
import { isDuplicateKey, type Models } from "../index.ts";
import type { RestoreRecord } from "./schema.ts";

const ONLY = "this";

/** The restore that this database comes from; null: it comes from none. */
export function findRestore({ restores }: Models): Promise<RestoreRecord | null> {
  return restores.findById(ONLY).lean<RestoreRecord>();
}

/** When the backup was made that brought a document; null: it was made here. */
export const broughtBy = (restore: RestoreRecord | null, createdAt: Date): Date | null =>
  restore !== null && createdAt <= restore.backupAt ? restore.backupAt : null;

/** A restore that does not tell for this long that it goes on is dead. Hosts' clocks may differ by some seconds. */
export const RESTORE_LEASE_MS = 60_000;

const leaseOf = (holder: string, at: Date) => ({ holder, holdsUntil: new Date(at.getTime() + RESTORE_LEASE_MS) });

/**
 * From now on nothing but this restore may use the database. Answers false, and changes nothing, while another process restores
 * into it, or when another one has.
 */
export async function beginRestore(
  { restores }: Models,
  { backupId, backupAt, at, holder }: { backupId: string; backupAt: Date; at: Date; holder: string },
): Promise<boolean> {
  const record = { backupId, backupAt, startedAt: at, finishedAt: null, ...leaseOf(holder, at) };
  // One document and one update: of two that begin at once one finds the lease of the other.
  const free = [{ holder: null }, { holdsUntil: { $lt: at } }];
  const { matchedCount } = await restores.updateOne({ _id: ONLY, finishedAt: null, $or: free }, { $set: record });
  if (matchedCount === 1) return true;
  try {
    await restores.create({ _id: ONLY, ...record });
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}

/** Tells that the restore goes on. Answers false where another process has taken it over: this one was thought dead. */
export async function holdRestore({ restores }: Models, holder: string, at: Date): Promise<boolean> {
  const { matchedCount } = await restores.updateOne(
    { _id: ONLY, finishedAt: null, holder },
    { $set: leaseOf(holder, at) },
  );
  return matchedCount === 1;
}

/** The restore did not come to its end: it may begin again at once. */
export async function leaveRestore({ restores }: Models, holder: string): Promise<void> {
  await restores.updateOne({ _id: ONLY, finishedAt: null, holder }, { $set: { holder: null, holdsUntil: null } });
}

/** The database is whole. Answers false where another process has taken the restore over. */
export async function finishRestore({ restores }: Models, holder: string, at: Date): Promise<boolean> {
  const { matchedCount } = await restores.updateOne(
    { _id: ONLY, finishedAt: null, holder },
    { $set: { finishedAt: at, holder: null, holdsUntil: null } },
  );
  return matchedCount === 1;
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
