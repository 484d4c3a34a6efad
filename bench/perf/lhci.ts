// Runs Lighthouse CI's `collect` on the same pages, with the same browser binary and only the performance category.
import { spawn } from "node:child_process";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

const FLAGS =
  "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";

export type Collected = { ms: number; scores: Map<string, number[]> };

/** Returns the wall time, and each run's score (0 to 100) by address. */
export async function collect(
  dir: string,
  urls: readonly string[],
  runs: number,
  executablePath: string,
): Promise<Collected> {
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { recursive: true });
  const cli = createRequire(import.meta.url).resolve("@lhci/cli/src/cli.js");
  const args = [
    "collect",
    ...urls.map((url) => `--url=${url}`),
    `--numberOfRuns=${runs}`,
    `--settings.chromeFlags=${FLAGS}`,
    "--settings.onlyCategories=performance",
  ];
  const started = performance.now();
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: dir,
    env: { ...process.env, CHROME_PATH: executablePath },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data: Buffer) => (output = (output + data).slice(-5_000)));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`lhci collect failed: ${output.slice(-1_500)}`);
  const ms = performance.now() - started;
  const folder = path.join(dir, ".lighthouseci");
  const scores = new Map<string, number[]>();
  for (const name of await readdir(folder)) {
    if (!/^lhr-.*\.json$/.test(name)) continue;
    const lhr = JSON.parse(await readFile(path.join(folder, name), "utf8"));
    const list = scores.get(lhr.requestedUrl) ?? [];
    list.push(Math.round(lhr.categories.performance.score * 100));
    scores.set(lhr.requestedUrl, list);
  }
  return { ms, scores };
}
