// Builds a Go program into the cache folder.
import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { removeLeftovers } from "./leftovers.mjs";
import { isProgram, onPath } from "./paths.mjs";

/** @returns {string | undefined} the go command: on the PATH, or where its installer places it */
export function findGo() {
  return onPath("go") ?? ["/usr/local/go/bin/go", "/usr/lib/go/bin/go"].find(isProgram);
}

/**
 * Runs `build` in a temporary folder and moves the program into place in one step, so that an interrupted build, or two at the same time,
 * never leave a partial program.
 * @param {string} target absolute path of the program
 * @param {(folder: string) => Promise<string>} build gets an empty folder and returns the path of the program it built there
 */
export async function putInPlace(target, build) {
  mkdirSync(dirname(target), { recursive: true });
  removeLeftovers(dirname(target), /^\.making-/);
  const folder = mkdtempSync(join(dirname(target), ".making-"));
  try {
    renameSync(await build(folder), target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
