// Measures how long the largest inputs from sites and requests block the event loop of the API or of a worker. The stall tests enforce the
// limit; here they run one file after the other, so that nothing else shares the cores and caches.
import { spawn } from "node:child_process";
import { globSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { table } from "../../temporal-dev/table.ts";
import { MAX_BLOCKED_MS } from "../../test/support/eventLoop.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const FILES = [
  "test/security/stalls*.test.ts",
  "test/security/requestLimits.test.ts",
  "test/api/tools/answerSize.test.ts",
];
/** Number of entries shown per file, longest first. */
const SHOWN = 3;

type Hold = { longestMs: number; during: string };

/** Returns the longest blocks of each file as a table, and whether the limit is met. */
export async function benchLoop(log: (line: string) => void): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-bench-"));
  try {
    const rows: string[][] = [];
    for (const file of globSync(FILES, { cwd: root }).sort()) {
      log(file);
      const holds = await holdsOf(file, path.join(folder, path.basename(file)));
      holds.sort((a, b) => b.longestMs - a.longestMs);
      for (const { longestMs, during } of holds.slice(0, SHOWN)) {
        const kept = longestMs <= MAX_BLOCKED_MS ? "met" : "missed";
        rows.push([
          path.basename(file, ".test.ts"),
          during.slice(0, 70),
          String(longestMs),
          `≤ ${MAX_BLOCKED_MS}`,
          kept,
        ]);
      }
    }
    return table(["event loop", "longest during", "ms", "bar", ""], rows);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the recorded blocks of one file. Throws if nothing was recorded. */
async function holdsOf(file: string, record: string): Promise<Hold[]> {
  const child = spawn(process.execPath, ["node_modules/mocha/bin/mocha.js", "--exit", "--reporter", "dot", file], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, PLUMBLINE_TEST_HOLDS: record },
  });
  await new Promise((resolve) => child.once("close", resolve));
  const lines = await readFile(record, "utf8").catch(() => "");
  if (lines === "") throw new Error(`No event loop was watched in ${file}: run it with npx mocha to see why.`);
  return lines
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Hold);
}
