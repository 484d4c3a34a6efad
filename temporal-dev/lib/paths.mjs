// Paths: the project, the cache folder, programs on the PATH.
import { accessSync, constants, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's root folder. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Returns the folder for what is downloaded or built once and shared by all checkouts.
 * PLUMBLINE_CACHE_DIR, else $XDG_CACHE_HOME/plumbline, else ~/.cache/plumbline.
 * @returns {string} absolute path; it may not exist yet
 */
export function cacheDir() {
  const { PLUMBLINE_CACHE_DIR: own, XDG_CACHE_HOME: xdg } = process.env;
  if (own) return resolve(own);
  return xdg ? join(xdg, "plumbline") : join(homedir(), ".cache", "plumbline");
}

/**
 * @param {string | undefined} path
 * @returns {boolean} whether it is a file that this process may execute
 */
export function isProgram(path) {
  if (!path) return false;
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * @param {...string} names tried in this order
 * @returns {string | undefined} the absolute path of the first one on the PATH
 */
export function onPath(...names) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  for (const name of names) {
    const found = folders.map((folder) => join(folder, name)).find(isProgram);
    if (found) return found;
  }
  return undefined;
}
