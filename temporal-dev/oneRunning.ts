// Ensures that an installation runs only once on a machine. A copy of its data folder is the same installation: running both would execute
// every schedule and send every message twice.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tryToHold } from "./data-lock.ts";
import { cacheDir } from "./lib/paths.mjs";

/**
 * Claims that the installation runs from this folder, until the returned function is called.
 * @throws Error with both folders if it is running from another one
 */
export function claimRunning(installation: string, dataDir: string, folder = join(cacheDir(), "running")): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = join(folder, `${installation}.lock`);
  const note = join(folder, `${installation}.folder`);
  const letGo = tryToHold(lock);
  if (letGo === null) {
    const other = folderIn(note);
    // The folder's own lock reports more precisely who holds it.
    if (other === dataDir) return () => {};
    throw new Error(
      `${dataDir} is a copy of ${other ?? "another folder"}, which is running: both are the installation ${installation}, and schedules and messages would come twice. Stop the other one first, or set SVC_DATA_DIR to an empty folder for a new installation`,
    );
  }
  writeFileSync(note, dataDir, { mode: 0o600 });
  return () => {
    rmSync(note, { force: true });
    // The lock file stays: another start may just have locked it, and a third one would then lock a new file with the same name.
    letGo();
  };
}

function folderIn(note: string): string | null {
  try {
    return readFileSync(note, "utf8");
  } catch {
    return null;
  }
}
