// Compares what a backup file holds with what its manifest says.
import type { BackupManifest } from "./format.ts";

/** What was counted while the file was read. */
export type BackupContent = Omit<BackupManifest, "finishedAt" | "missing">;

/** What differs, in words; null: the file is whole. */
export function contentProblem(found: BackupContent, manifest: BackupManifest): string | null {
  if (found.backupId !== manifest.backupId) return "its beginning and its end belong to two backups";
  const names = new Set([...Object.keys(found.collections), ...Object.keys(manifest.collections)]);
  for (const name of names) {
    const [here, there] = [found.collections[name], manifest.collections[name]];
    if (here?.documents !== there?.documents || here?.sha256 !== there?.sha256)
      return `the documents of ${name} are not those that were written`;
  }
  const { count, bytes } = manifest.artifacts;
  if (found.artifacts.count !== count || found.artifacts.bytes !== bytes)
    return `it holds ${found.artifacts.count} of ${count} artifacts`;
  const files = new Set([...Object.keys(found.files), ...Object.keys(manifest.files)]);
  for (const file of files)
    if (found.files[file] !== manifest.files[file]) return `its file ${file} is not the one that was written`;
  return null;
}
