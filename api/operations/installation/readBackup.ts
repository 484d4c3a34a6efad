// Reads a backup file twice: first to verify that it is complete, before anything is written, and then to use it.
import { createHash, type Hash } from "node:crypto";
import { type BackupContent, contentProblem } from "../../../domain/backup/check.ts";
import {
  type BackupEntry,
  type BackupHead,
  type BackupManifest,
  entryOf,
  HEAD_ENTRY,
  MANIFEST_ENTRY,
  refusedHead,
} from "../../../domain/backup/format.ts";
import { messageOf, ProductError } from "../../../domain/errors.ts";
import { sha256 } from "../../../platform/artifacts/store.ts";
import { KEY_FILE } from "../../../platform/backup/folderFiles.ts";
import { BackupDamagedError, readBackup } from "../../../platform/backup/readBackup.ts";

export type CheckedBackup = {
  head: BackupHead;
  manifest: BackupManifest;
  /** Secret key contained in the backup, if any. */
  secret: string | null;
};

/**
 * Throws `validation_error` if the file is damaged, truncated, not a backup, or made with a newer data version or program. `version` is
 * that of this program.
 */
export async function checkBackup(file: string, version: string): Promise<CheckedBackup> {
  try {
    return await readThrough(file, version);
  } catch (error) {
    if (error instanceof BackupDamagedError)
      throw new ProductError("validation_error", `${error.message} Nothing was written.`);
    if (error instanceof Error && "syscall" in error)
      throw new ProductError("not_found", `${file} cannot be read: ${messageOf(error)}.`);
    throw error;
  }
}

/** Yields the entries of a file that was checked before. */
export async function* backupEntries(file: string): AsyncGenerator<{ entry: BackupEntry; bytes: Buffer }> {
  for await (const { name, bytes } of readBackup(file)) {
    const entry = entryOf(name);
    if (entry) yield { entry, bytes };
  }
}

async function readThrough(file: string, version: string): Promise<CheckedBackup> {
  let head: BackupHead | null = null;
  let manifest: BackupManifest | null = null;
  let secret: string | null = null;
  const counted = createCount();
  for await (const { name, bytes } of readBackup(file)) {
    if (head === null) {
      head = headOf(file, name, bytes);
      const refused = refusedHead(head, version);
      if (refused) throw new ProductError("validation_error", `${refused} Nothing was written.`);
      continue;
    }
    if (manifest !== null) throw new BackupDamagedError(file, `${name} comes after its end`);
    if (name === MANIFEST_ENTRY) {
      manifest = JSON.parse(bytes.toString("utf8")) as BackupManifest;
      continue;
    }
    const entry = entryOf(name);
    if (!entry) throw new BackupDamagedError(file, `it holds ${name}`);
    if (entry.kind === "file" && entry.file === KEY_FILE) secret = bytes.toString("utf8").trim();
    const wrong = counted.add(entry, bytes);
    if (wrong) throw new BackupDamagedError(file, wrong);
  }
  if (head === null) throw new BackupDamagedError(file, "it is empty");
  if (manifest === null) throw new BackupDamagedError(file, "its end is missing");
  const problem = contentProblem(counted.content(head.backupId), manifest);
  if (problem) throw new BackupDamagedError(file, problem);
  return { head, manifest, secret };
}

function headOf(file: string, name: string, bytes: Buffer): BackupHead {
  if (name !== HEAD_ENTRY) throw new BackupDamagedError(file, `it begins with ${name}`);
  return JSON.parse(bytes.toString("utf8")) as BackupHead;
}

/** Counts entries as they are read; `add` returns what is wrong with an entry, or null. */
function createCount() {
  const collections = new Map<string, { documents: number; hash: Hash }>();
  const artifacts = { count: 0, bytes: 0 };
  const files: Record<string, string> = {};
  return {
    add(entry: BackupEntry, bytes: Buffer): string | null {
      if (entry.kind === "artifact") {
        artifacts.count += 1;
        artifacts.bytes += bytes.length;
        return sha256(bytes) === entry.id ? null : `artifact ${entry.id} is not what was written`;
      }
      if (entry.kind === "file") {
        files[entry.file] = sha256(bytes);
        return null;
      }
      const before = collections.get(entry.collection) ?? { documents: 0, hash: createHash("sha256") };
      before.hash.update(bytes);
      collections.set(entry.collection, { ...before, documents: before.documents + linesIn(bytes) });
      return null;
    },
    content(backupId: string): BackupContent {
      const digested: BackupContent["collections"] = {};
      for (const [name, { documents, hash }] of collections) digested[name] = { documents, sha256: hash.digest("hex") };
      return { backupId, collections: digested, artifacts, files };
    },
  };
}

const NEWLINE = 10;
const linesIn = (bytes: Buffer): number => bytes.reduce((sum, byte) => (byte === NEWLINE ? sum + 1 : sum), 0);
