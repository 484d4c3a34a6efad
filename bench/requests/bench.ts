// Measures how long requests take that write many documents, each at its limit, on the embedded database.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { table } from "../../temporal-dev/table.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** By default, a proxy in front of the API gives up after a minute. */
const BAR_S = 60;

export async function benchRequests(log: (line: string) => void): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-bench-"));
  const file = path.join(folder, "requests.jsonl");
  try {
    const mocha = ["node_modules/mocha/bin/mocha.js", "--exit", "--reporter", "dot", "bench/requests/cases.ts"];
    const child = spawn(process.execPath, mocha, {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, BENCH_REQUESTS_FILE: file },
    });
    const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
    const text = await readFile(file, "utf8").catch(() => "");
    const all = text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { what: string; seconds: number });
    if (code !== 0) log(`The cases ended with ${code}.`);
    const rows = all.map(({ what, seconds }) => [
      what,
      seconds.toFixed(1),
      `≤ ${BAR_S}`,
      seconds <= BAR_S ? "met" : "missed",
    ]);
    return table(["request", "seconds", "bar", ""], rows);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
