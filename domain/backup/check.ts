// Compares the content of a backup file with its manifest.
import type { BackupManifest } from "./format.ts";

/** Counts taken while reading the file. */
export type BackupContent = Omit<BackupManifest, "finishedAt" | "missing">;

/** Returns the first difference in words, or null if the file is complete. */
export function contentProblem(found: BackupContent, manifest: BackupManifest): string | null {
  if (found.backupId !== manifest.backupId) return "its beginning and its end belong to different backups";
  const names = new Set([...Object.keys(found.collections), ...Object.keys(manifest.collections)]);
  for (const name of names) {
    const [here, there] = [found.collections[name], manifest.collections[name]];
    if (here?.documents !== there?.documents || here?.sha256 !== there?.sha256)
      return `the documents of ${name} differ from those that were written`;
  }
  const { count, bytes } = manifest.artifacts;
  if (found.artifacts.count !== count || found.artifacts.bytes !== bytes)
    return `it holds ${found.artifacts.count} of ${count} artifacts`;
  const files = new Set([...Object.keys(found.files), ...Object.keys(manifest.files)]);
  for (const file of files)
    if (found.files[file] !== manifest.files[file]) return `its file ${file} differs from the one that was written`;
  return null;
}
