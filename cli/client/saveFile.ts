// Writes files to paths chosen by the person, and says why one cannot be read or written.
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { wrongUse } from "./exit.ts";

/** Creates missing folders. Throws ClientError (2) with the reason if the file cannot be written. */
export async function saveFile(file: string, content: string | Uint8Array): Promise<void> {
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  } catch (error) {
    throw wrongUse(`${file} could not be written: ${fileReason(error)}.`);
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
