// An installation runs once on a machine. A copy of its data folder is the same installation: beside the original it would run every
// schedule, and send every message, a second time.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tryToHold } from "./data-lock.ts";
import { cacheDir } from "./lib/paths.mjs";

/**
 * Says that the installation runs from this folder, until the answer is called.
 * @throws Error with both folders when it runs from another one
 */
export function claimRunning(installation: string, dataDir: string, folder = join(cacheDir(), "running")): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = join(folder, `${installation}.lock`);
  const note = join(folder, `${installation}.folder`);
  const letGo = tryToHold(lock);
  if (letGo === null) {
    const other = folderIn(note);
    // The folder's own lock says better who has it.
    if (other === dataDir) return () => {};
    throw new Error(
      `${dataDir} is a copy of ${other ?? "another folder"}, which is running: both are the installation ${installation}, and schedules and messages would come twice. Stop the other one first, or set SVC_DATA_DIR to an empty folder for a new installation`,
    );
  }
  writeFileSync(note, dataDir, { mode: 0o600 });
  return () => {
    rmSync(note, { force: true });
    // Its file stays: another start may have locked it just now, and a third one would lock a new file of the same name.
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
