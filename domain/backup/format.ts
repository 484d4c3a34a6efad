// Format of backup files, and the check whether this program can restore one.
import { newerDataProblem } from "../dataVersion.ts";
import { isNewer } from "../programVersion.ts";

/** Increased when the previous program can no longer read files of this version. */
export const BACKUP_FORMAT = 1;

/** First entry of the file. */
export type BackupHead = {
  format: number;
  backupId: string;
  /** Version of the program that made the backup. */
  version: string;
  /**
   * Version of the data; programs of one version may write several data versions. Missing in backups made before this field existed, whose
   * data is older than the version that introduced it.
   */
  dataVersion?: number;
  /** ISO 8601 time. Data written after it may be missing. */
  startedAt: string;
  installationId: string;
  /** Whether the backup contains the installation's secret key. */
  hasKey: boolean;
  /** The backup's id, sealed with the installation's secret, to check whether a key is the right one. null if there was no key yet. */
  keyCheck: string | null;
};

/** Last entry of the file. A file without it was truncated. */
export type BackupManifest = {
  backupId: string;
  finishedAt: string;
  /** Per collection; `sha256` covers all of its lines. */
  collections: Record<string, { documents: number; sha256: string }>;
  artifacts: { count: number; bytes: number };
  /** Number of artifacts that documents refer to but that the store lacks or has only in part. */
  missing: number;
  /** Files of the data folder, with the hashes of their content. */
  files: Record<string, string>;
};

export const HEAD_ENTRY = "backup.json";
export const MANIFEST_ENTRY = "manifest.json";

/** An entry between head and manifest. `file` is a path below the data folder. */
export type BackupEntry =
  | { kind: "documents"; collection: string }
  | { kind: "artifact"; id: string }
  | { kind: "file"; file: string };

const ENTRIES: readonly { name: RegExp; entry(value: string): BackupEntry }[] = [
  { name: /^documents\/(\w+)\/\d+\.ejsonl$/, entry: (collection) => ({ kind: "documents", collection }) },
  { name: /^artifacts\/([0-9a-f]{64})$/, entry: (id) => ({ kind: "artifact", id }) },
  {
    name: /^files\/(secret\.key|allowed-hosts\.json|advisories\/advisories-[\d-]+\.json)$/,
    entry: (file) => ({ kind: "file", file }),
  },
];

/** Parses the name of an entry; null if a backup of this format has no such entry. */
export function entryOf(name: string): BackupEntry | null {
  for (const one of ENTRIES) {
    const value = one.name.exec(name)?.[1];
    if (value !== undefined) return one.entry(value);
  }
  return null;
}

export const documentsEntry = (collection: string, part: number): string =>
  `documents/${collection}/${String(part).padStart(6, "0")}.ejsonl`;
export const artifactEntry = (id: string): string => `artifacts/${id}`;
export const fileEntry = (file: string): string => `files/${file}`;

/** Returns why this program cannot restore the backup, or null if it can. `version`: version of this program. */
export function refusedHead(head: BackupHead, version: string): string | null {
  const data = { version: head.dataVersion ?? 0, program: head.version };
  const newerData = newerDataProblem("this backup", data, version);
  if (newerData !== null) return `${newerData} Restore it with a Plumbline that knows data version ${data.version}.`;
  if (head.format <= BACKUP_FORMAT && !isNewer(head.version, version)) return null;
  return `This backup was made by Plumbline ${head.version}, and this is ${version}: restore it with ${head.version} or newer.`;
}
