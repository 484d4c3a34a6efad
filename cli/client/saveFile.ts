// Writes files to paths chosen by the person, and says why one cannot be read or written.
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { wrongUse } from "./exit.ts";

/** Creates missing folders, with `mode`. Throws ClientError (2) with the reason if the file cannot be written. */
export async function saveFile(file: string, content: string | Uint8Array, mode?: number): Promise<void> {
  try {
    await mkdir(path.dirname(file), { recursive: true, mode });
    await writeFile(file, content);
  } catch (error) {
    throw wrongUse(`${file} could not be written: ${fileReason(error)}.`);
  }
}

/** Throws ClientError (2) with the reason if the file exists and cannot be removed. */
export async function removeFile(file: string): Promise<void> {
  try {
    await rm(file, { force: true });
  } catch (error) {
    throw wrongUse(`${file} could not be removed: ${fileReason(error)}.`);
  }
}

/** Says why a file could not be read or written. */
export function fileReason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return REASONS[code] ?? (code || String(error));
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOENT: "it does not exist",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is a file",
  EEXIST: "a part of its path is a file",
  ENOSPC: "the disk is full",
};
