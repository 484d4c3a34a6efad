// What a backup file says of itself, and whether this program can restore it.
import { newerDataProblem } from "../dataVersion.ts";
import { isNewer } from "../programVersion.ts";

/** Grows when a file of this version can no longer be read by the program before. */
export const BACKUP_FORMAT = 1;

/** The first entry of the file. */
export type BackupHead = {
  format: number;
  backupId: string;
  /** Of the program that made it. */
  version: string;
  /**
   * Of the data: programs of one version may write data of several. Missing: made before backups named it, when data was older than
   * the number that came with that.
   */
  dataVersion?: number;
  /** ISO 8601: what was written after this time may be missing. */
  startedAt: string;
  installationId: string;
  /** Whether the installation's secret key is inside. */
  hasKey: boolean;
  /** The backup's id, sealed under the installation's secret: says whether a key is the right one. Null: there was no key yet. */
  keyCheck: string | null;
};

/** The last entry: a file without it was cut off. */
export type BackupManifest = {
  backupId: string;
  finishedAt: string;
  /** By collection; `sha256` is over all of its lines. */
  collections: Record<string, { documents: number; sha256: string }>;
  artifacts: { count: number; bytes: number };
  /** Artifacts that documents name and the store no longer has or no longer has whole. */
  missing: number;
  /** Files of the data folder, with the hash of their content. */
  files: Record<string, string>;
};

export const HEAD_ENTRY = "backup.json";
export const MANIFEST_ENTRY = "manifest.json";

/** An entry between the two. `file` is a path below the data folder. */
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

/** What an entry is by its name; null: nothing that a backup of this format holds. */
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

/** Why this program cannot restore what another one made; null: it can. `version`: this program's. */
export function refusedHead(head: BackupHead, version: string): string | null {
  const data = { version: head.dataVersion ?? 0, program: head.version };
  const newerData = newerDataProblem("this backup", data, version);
  if (newerData !== null) return `${newerData} Restore it with a Plumbline that knows data version ${data.version}.`;
  if (head.format <= BACKUP_FORMAT && !isNewer(head.version, version)) return null;
  return `This backup was made by Plumbline ${head.version}, and this is ${version}: restore it with ${head.version} or newer.`;
}
