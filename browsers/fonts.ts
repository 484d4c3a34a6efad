// Which fonts this machine has: two machines with other fonts draw other pictures of the same page.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { promisify } from "node:util";

let known: Promise<string> | undefined;

/** Short hash over family, style and version of every installed font; "unknown" where fontconfig is missing. Read once. */
export function fontsFingerprint(): Promise<string> {
  known ??= promisify(execFile)("fc-list", [":", "family", "style", "fontversion"], { maxBuffer: 16 * 1024 * 1024 })
    .then(({ stdout }) => hashOfFonts(stdout))
    .catch(() => "unknown");
  return known;
}

/** fc-list's order is that of the folders, which says nothing. */
export function hashOfFonts(list: string): string {
  const lines = [...new Set(list.split("\n").filter((line) => line !== ""))].sort();
  return createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 16);
}
