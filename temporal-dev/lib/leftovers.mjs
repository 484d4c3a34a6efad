// Removes what an interrupted set-up left behind.
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** No step takes this long, so older drafts are abandoned. */
const OLD_MS = 2 * 3_600_000;

/**
 * Removes abandoned drafts. Newer ones may belong to another set-up.
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
