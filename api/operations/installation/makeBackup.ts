// Backs up a running service: first every document, then every artifact that the documents name. An artifact's name is the hash of its
// content, so the backup holds exactly what the documents named when they were read, whatever is written at the same time.
import { createHash, type Hash } from "node:crypto";
import {
  artifactEntry,
  BACKUP_FORMAT,
  type BackupHead,
  type BackupManifest,
  documentsEntry,
  fileEntry,
  HEAD_ENTRY,
  MANIFEST_ENTRY,
} from "../../../domain/backup/format.ts";
import { ProductError } from "../../../domain/errors.ts";
import { makeId } from "../../../domain/ids.ts";
import { documentParts } from "../../../models/backup/documents.ts";
import { inBackupTurn, TurnLostError } from "../../../models/backups/lease.ts";
import { noteBackup } from "../../../models/backups/queries.ts";
import type { BackupRecord } from "../../../models/backups/schema.ts";
import { readDataState } from "../../../models/installations/dataState.ts";
import { nameDatabase } from "../../../models/installations/queries.ts";
import { type ArtifactStore, isArtifactLost, packId, sha256, unpackId } from "../../../platform/artifacts/store.ts";
import { backedUpFiles, KEY_FILE, readFolderFile } from "../../../platform/backup/folderFiles.ts";
import { BackupExistsError, type BackupWriter, createBackupWriter } from "../../../platform/backup/writeBackup.ts";
import { createSealer } from "../../../platform/sealing.ts";
import { readSecretFile } from "../../../platform/secretKey.ts";
import { type AdminContext, mustBeAllowed } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller } from "../../lib/context.ts";

export type BackupInput = { file: string; withKey: boolean; version: string };
export type MadeBackup = Omit<BackupRecord, "_id"> & {
  backupId: string;
  file: string;
  /** Ids of the first artifacts that could not be read. */
  missingIds: string[];
};

const MISSING_SHOWN = 20;

/** Only the operator may do this, because a backup contains the data of every organisation. Throws `conflict` if the file exists. */
export async function makeBackup(
  ctx: AdminContext & { artifacts: ArtifactStore },
  caller: Caller,
  { file, withKey, version }: BackupInput,
): Promise<MadeBackup> {
  mustBeAllowed(caller, "operate");
  const { dataDir } = ctx.config;
  const startedAt = ctx.now();
  const backupId = makeId("backup", ctx.ulid());
  const secret = ctx.config.secretKey ?? (await readSecretFile(dataDir));
  if (withKey && secret === null)
    throw new ProductError("not_found", "There is no secret key to include: the service has not made one yet.");
  const installation = await nameDatabase(ctx.models, ctx.config.queuePrefix);
  const { version: dataVersion } = await readDataState(ctx.models);
  const head: BackupHead = {
    format: BACKUP_FORMAT,
    backupId,
    version,
    dataVersion,
    startedAt: startedAt.toISOString(),
    installationId: installation.installationId,
    hasKey: withKey,
    keyCheck: secret === null ? null : createSealer(secret).seal(backupId),
  };
  const writer = await createBackupWriter(file, startedAt).catch((error: unknown) => {
    throw error instanceof BackupExistsError ? new ProductError("conflict", error.message) : error;
  });
  const work = async (stillOurs: () => Promise<void>): Promise<MadeBackup> => {
    await writer.add(HEAD_ENTRY, json(head));
    const files = await addFiles(writer, dataDir, withKey ? secret : null);
    const { collections, named } = await addDocuments(writer, ctx);
    await requireSameData(ctx, dataVersion);
    const { missingIds, missing, ...artifacts } = await addArtifacts(writer, ctx.artifacts, named);
    const finishedAt = ctx.now();
    const manifest = { backupId, finishedAt: finishedAt.toISOString(), collections, artifacts, missing, files };
    await writer.add(MANIFEST_ENTRY, json(manifest satisfies BackupManifest));
    await stillOurs();
    const bytes = await writer.finish();
    const documents = Object.values(collections).reduce((sum, one) => sum + one.documents, 0);
    const made = { startedAt, finishedAt, version, documents, artifacts: artifacts.count, missing, bytes, withKey };
    await noteBackup(ctx.models, { _id: backupId, ...made });
    await recordAudit(ctx, caller, "backup.make", backupId, { withKey, bytes });
    return { backupId, file, ...made, missingIds };
  };
  try {
    return await inBackupTurn(ctx.models, backupId, work);
  } catch (error) {
    await writer.discard();
    throw error instanceof TurnLostError ? new ProductError("conflict", error.message) : error;
  }
}

/** Throws `conflict` if the data was migrated during the backup, because it would mix both versions while its head names the older one. */
async function requireSameData({ models }: AdminContext, before: number): Promise<void> {
  const { version } = await readDataState(models);
  if (version === before) return;
  throw new ProductError(
    "conflict",
    `The data was migrated from version ${before} to version ${version} during the backup, which is discarded. Create a new one with the version that is running now.`,
  );
}

async function addFiles(writer: BackupWriter, dataDir: string, secret: string | null): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const add = async (file: string, bytes: Buffer) => {
    files[file] = sha256(bytes);
    await writer.add(fileEntry(file), bytes);
  };
  for (const file of await backedUpFiles(dataDir)) await add(file, await readFolderFile(dataDir, file));
  // The key in use, because with `SVC_SECRET_KEY` the folder may have none.
  if (secret !== null) await add(KEY_FILE, Buffer.from(secret));
  return files;
}

async function addDocuments(writer: BackupWriter, { models }: AdminContext) {
  const counts = new Map<string, { documents: number; hash: Hash; parts: number }>();
  const named = new Set<string>();
  const parts = documentParts(models, (collection, { artifactId }) => {
    if (collection === "artifacts" && typeof artifactId === "string") named.add(packId(artifactId));
  });
  for await (const { collection, count, lines } of parts) {
    const before = counts.get(collection) ?? { documents: 0, hash: createHash("sha256"), parts: 0 };
    before.hash.update(lines);
    await writer.add(documentsEntry(collection, before.parts), lines);
    counts.set(collection, { ...before, documents: before.documents + count, parts: before.parts + 1 });
  }
  const collections: BackupManifest["collections"] = {};
  for (const [name, { documents, hash }] of counts) collections[name] = { documents, sha256: hash.digest("hex") };
  return { collections, named };
}

async function addArtifacts(writer: BackupWriter, store: ArtifactStore, named: ReadonlySet<string>) {
  const missingIds: string[] = [];
  let [count, bytes, missing] = [0, 0, 0];
  for (const one of named) {
    const id = unpackId(one);
    try {
      const content = await store.get(id);
      await writer.add(artifactEntry(id), content);
      count += 1;
      bytes += content.length;
    } catch (error) {
      // A backup of everything that is left is better than none.
      if (!isArtifactLost(error)) throw error;
      missing += 1;
      if (missingIds.length < MISSING_SHOWN) missingIds.push(id);
    }
  }
  return { count, bytes, missing, missingIds };
}

const json = (value: object): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
