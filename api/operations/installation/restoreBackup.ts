// Restores a backup into an empty database, artifact store and data folder. Until it is complete, a mark in the database keeps every service
// from starting; running the same command again starts over.
import { randomUUID } from "node:crypto";
import { ProductError } from "../../../domain/errors.ts";
import { emptyCollections, firstNotEmpty, insertLines, isKnownCollection } from "../../../models/backup/documents.ts";
import { repairPointers } from "../../../models/baselines/repair.ts";
import { ensureIndexes, type Models } from "../../../models/index.ts";
import { forgetStore, markOf } from "../../../models/installations/artifactStore.ts";
import {
  beginRestore,
  findRestore,
  finishRestore,
  holdRestore,
  leaveRestore,
  RESTORE_LEASE_MS,
} from "../../../models/restores/queries.ts";
import type { MarkedStore } from "../../../platform/artifacts/store.ts";
import { KEY_FILE, writeFolderFile } from "../../../platform/backup/folderFiles.ts";
import { keepInstallationId, readInstallationId } from "../../../platform/installationFile.ts";
import { createSealer, SealError } from "../../../platform/sealing.ts";
import { readSecretFile } from "../../../platform/secretKey.ts";
import { backupEntries, type CheckedBackup, checkBackup } from "./readBackup.ts";

export type Host = {
  models: Models;
  artifacts: MarkedStore;
  dataDir: string;
  /** Value of `SVC_SECRET_KEY`. */
  configuredSecret: string | null;
  now(): Date;
};

export type Restored = {
  backupId: string;
  /** ISO 8601 time of the state that the host now has. */
  backupAt: string;
  documents: number;
  artifacts: number;
  /** Documents skipped because another one took their place while the backup was made. */
  leftOut: number;
  /**
   * `inside`: included in the backup. `given`: the host already has the right key. `missing`: must be provided before the service starts.
   * `none`: there was no key yet.
   */
  key: "inside" | "given" | "missing" | "none";
};

/**
 * Restores a backup after checking the whole file. Throws `validation_error` if the file is damaged or made with a newer data version or
 * program, and `conflict` if the host is not empty, has another secret key, or is being restored by another process; in all these cases
 * nothing was written.
 */
export async function restoreBackup(
  host: Host,
  { file, version }: { file: string; version: string },
): Promise<Restored> {
  const { models, dataDir } = host;
  const backup = await checkBackup(file, version);
  const { head, manifest } = backup;
  const unknown = Object.keys(manifest.collections).find((name) => !isKnownCollection(models, name));
  if (unknown !== undefined)
    throw new ProductError(
      "validation_error",
      `This backup holds the collection ${unknown}, which this version does not know: restore it with the version that made it, ${head.version}. Nothing was written.`,
    );
  await requireEmpty(host, head.installationId);
  const key = await judgeKey(host, backup);
  const leftOut = await alone(host, head, async (hold) => {
    // Removes what an interrupted restore wrote; the host was empty before it.
    await emptyCollections(models, hold);
    await ensureIndexes(models);
    let left = 0;
    for await (const { entry, bytes } of backupEntries(file)) {
      hold();
      if (entry.kind === "documents") left += await insertLines(models, entry.collection, bytes);
      else if (entry.kind === "artifact") await host.artifacts.put(bytes);
      else if (entry.file !== KEY_FILE || host.configuredSecret === null)
        await writeFolderFile(dataDir, entry.file, bytes);
    }
    await repairPointers(models);
    await keepInstallationId(dataDir, head.installationId);
    await forgetStore(models);
    return left;
  });
  const documents = Object.values(manifest.collections).reduce((sum, one) => sum + one.documents, 0);
  const counts = { documents: documents - leftOut, artifacts: manifest.artifacts.count, leftOut };
  return { backupId: head.backupId, backupAt: head.startedAt, ...counts, key };
}

/**
 * Runs `work` while no other restore may write to the database. `hold` throws `conflict` if another process has taken over because this
 * one did not renew its lease for a minute.
 */
async function alone<T>(
  { models, now }: Host,
  { backupId, startedAt }: CheckedBackup["head"],
  work: (hold: () => void) => Promise<T>,
): Promise<T> {
  const holder = randomUUID();
  if (!(await beginRestore(models, { backupId, backupAt: new Date(startedAt), at: now(), holder })))
    throw new ProductError(
      "conflict",
      "Another process is restoring into this database. Wait until it ends; the lock of a killed restore expires after a minute. Nothing was written.",
    );
  let lost = false;
  const taken = () =>
    new ProductError(
      "conflict",
      "Another process continued the restore into this database, because this one did not respond for a minute.",
    );
  const renewing = setInterval(() => {
    // If the database is unavailable, the restore itself fails.
    void holdRestore(models, holder, now()).then(
      (ours) => {
        lost ||= !ours;
      },
      () => undefined,
    );
  }, RESTORE_LEASE_MS / 4);
  try {
    const done = await work(() => {
      if (lost) throw taken();
    });
    if (!(await finishRestore(models, holder, now()))) throw taken();
    return done;
  } catch (error) {
    await leaveRestore(models, holder).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

async function requireEmpty({ models, artifacts, dataDir }: Host, installationId: string): Promise<void> {
  const refuse = (what: string) =>
    new ProductError(
      "conflict",
      `This host is not empty: ${what}. Restore into an empty one: another SVC_DATA_DIR, or another database. Nothing was written.`,
    );
  const kept = await readInstallationId(dataDir);
  if (kept !== null && kept !== installationId) throw refuse(`${dataDir} belongs to installation ${kept}`);
  const restore = await findRestore(models);
  if (restore && restore.finishedAt === null) return;
  const mark = await markOf(artifacts);
  if (mark !== null && mark.installation !== installationId)
    throw refuse(`${artifacts.where} belongs to installation ${mark.installation}`);
  const found = await firstNotEmpty(models);
  if (found !== null) throw refuse(`its database has documents (${found})`);
}

/** Throws `conflict` if the host has a secret key other than the backup's. */
async function judgeKey(host: Host, { head, secret }: CheckedBackup): Promise<Restored["key"]> {
  const given = host.configuredSecret ?? (await readSecretFile(host.dataDir));
  if (head.keyCheck === null) return "none";
  if (given === null) return secret === null ? "missing" : "inside";
  if (secret === given || opens(given, head.keyCheck)) return "given";
  const where = host.configuredSecret === null ? `${host.dataDir}/${KEY_FILE}` : "SVC_SECRET_KEY";
  throw new ProductError(
    "conflict",
    `${where} is not the secret key that the backup was made with: stored site access and sign-in would not work. Give that key, or none. Nothing was written.`,
  );
}

function opens(secret: string, sealed: string): boolean {
  try {
    createSealer(secret).open(sealed);
    return true;
  } catch (error) {
    if (error instanceof SealError) return false;
    throw error;
  }
}
