// Builds a Go program into the cache folder.
import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { removeLeftovers } from "./leftovers.mjs";
import { isProgram, onPath } from "./paths.mjs";

/** @returns {string | undefined} the go command: on the PATH, or where its installer puts it */
export function findGo() {
  return onPath("go") ?? ["/usr/local/go/bin/go", "/usr/lib/go/bin/go"].find(isProgram);
}

/**
 * Has `build` make a program in a folder of its own and moves it into place in one step, so that a build that is cut
 * short, or two at once, never leave half a program.
 * @param {string} target absolute path of the program
 * @param {(folder: string) => Promise<string>} build gets an empty folder, returns the path of what it made there
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
