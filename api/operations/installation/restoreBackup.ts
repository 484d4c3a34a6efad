// Restores a backup into an empty database, artifact store and data folder. Until all of it is there the database bears a mark,
// with which no service starts; the same command begins again.
import { ProductError } from "../../../domain/errors.ts";
import { emptyCollections, firstNotEmpty, insertLines, isKnownCollection } from "../../../models/backup/documents.ts";
import { ensureIndexes, type Models } from "../../../models/index.ts";
import { forgetStore, markOf } from "../../../models/installations/artifactStore.ts";
import { beginRestore, findRestore, finishRestore } from "../../../models/restores/queries.ts";
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
  /** SVC_SECRET_KEY. */
  configuredSecret: string | null;
  now(): Date;
};

export type Restored = {
  backupId: string;
  /** ISO 8601: the state that the host has now. */
  backupAt: string;
  documents: number;
  artifacts: number;
  /** Documents whose place another one took while the backup was made. */
  leftOut: number;
  /** `inside`: came with the backup; `given`: the host has the right one; `missing`: it must be given before the service starts; `none`: there was none yet. */
  key: "inside" | "given" | "missing" | "none";
};

/**
 * Checks the whole file first. Throws `validation_error` for a file that is damaged or of a newer program, `conflict` for a host
 * that is not empty or has another secret key; then nothing was written.
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
  await beginRestore(models, { backupId: head.backupId, backupAt: new Date(head.startedAt), at: host.now() });
  // What an interrupted restore wrote; the host was empty before it.
  await emptyCollections(models);
  await ensureIndexes(models);
  let leftOut = 0;
  for await (const { entry, bytes } of backupEntries(file)) {
    if (entry.kind === "documents") leftOut += await insertLines(models, entry.collection, bytes);
    else if (entry.kind === "artifact") await host.artifacts.put(bytes);
    else if (entry.file !== KEY_FILE || host.configuredSecret === null)
      await writeFolderFile(dataDir, entry.file, bytes);
  }
  await keepInstallationId(dataDir, head.installationId);
  await forgetStore(models);
  await finishRestore(models, host.now());
  const documents = Object.values(manifest.collections).reduce((sum, one) => sum + one.documents, 0);
  const counts = { documents: documents - leftOut, artifacts: manifest.artifacts.count, leftOut };
  return { backupId: head.backupId, backupAt: head.startedAt, ...counts, key };
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

/** Throws `conflict` when the host has a secret key that is not the one of the backup. */
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
