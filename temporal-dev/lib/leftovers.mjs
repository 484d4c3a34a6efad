// What a set-up that was killed left half made.
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** No step may take as long: what is older belongs to nobody. */
const OLD_MS = 2 * 3_600_000;

/**
 * Removes drafts that nobody works on. Newer ones may be another set-up's.
 * @param {string} folder
 * @param {RegExp} pattern of their names
 */
export function removeLeftovers(folder, pattern, now = Date.now()) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).filter((one) => pattern.test(one))) {
    const path = join(folder, name);
    const age = now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (age > OLD_MS) rmSync(path, { recursive: true, force: true });
  }
}
