// Identifies the fonts of this machine, because machines with different fonts render the same page differently.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { promisify } from "node:util";

let known: Promise<string> | undefined;

/** Returns a short hash over family, style and version of every installed font; "unknown" without fontconfig. Read once. */
export function fontsFingerprint(): Promise<string> {
  known ??= promisify(execFile)("fc-list", [":", "family", "style", "fontversion"], { maxBuffer: 16 * 1024 * 1024 })
    .then(({ stdout }) => hashOfFonts(stdout))
    .catch(() => "unknown");
  return known;
}

/** fc-list lists fonts in folder order, which is irrelevant here. */
export function hashOfFonts(list: string): string {
  const lines = [...new Set(list.split("\n").filter((line) => line !== ""))].sort();
  return createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 16);
}
