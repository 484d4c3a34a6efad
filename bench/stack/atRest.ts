// Measures how long `npm start` takes when everything is set up, and how much memory an idle service uses.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { descendantsOf } from "../../browsers/processes.ts";
import { withCompileCache } from "../../temporal-dev/compileCache.ts";
import { pssOf } from "../lib/memory.ts";
import { commandLine } from "../lib/processor.ts";

const SERVE = fileURLToPath(new URL("./serve.ts", import.meta.url));
/** The start leaves garbage, which processes release by themselves in this time. */
const REST_MS = 60_000;

/** `parts`: MB of each process, by name. */
export type AtRest = { startMs: number[]; mb: number; parts: { name: string; mb: number }[] };

/** Starts once to set up, then `starts` times, and measures the last one at rest. */
export async function measureAtRest(starts: number, log: (line: string) => void): Promise<AtRest> {
  const dir = await mkdtemp(path.join(tmpdir(), "plumbline-bench-"));
  const startMs: number[] = [];
  let parts: AtRest["parts"] = [];
  try {
    for (let start = 0; start <= starts; start += 1) {
      const service = await serve(path.join(dir, "data"));
      if (start > 0) startMs.push(service.ms);
      log(`start ${start}/${starts}: ${Math.round(service.ms)} ms`);
      if (start === starts) {
        await pause(REST_MS);
        parts = [service.pid, ...descendantsOf(service.pid)].map((pid) => ({ name: nameOf(pid), mb: pssOf(pid) }));
      }
      await service.stop();
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
  return { startMs, mb: parts.reduce((sum, { mb }) => sum + mb, 0), parts: parts.sort((a, b) => b.mb - a.mb) };
}

async function serve(dataDir: string): Promise<{ pid: number; ms: number; stop(): Promise<void> }> {
  const started = performance.now();
  const child = spawn(process.execPath, [SERVE, dataDir], {
    env: withCompileCache(process.env),
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await Promise.race([
    new Promise((resolve) => child.stdout.once("data", resolve)),
    ended.then(() => {
      throw new Error("The service ended before it was ready.");
    }),
  ]);
  return {
    pid: child.pid ?? 0,
    ms: performance.now() - started,
    stop: () => {
      child.stdin.end();
      return ended;
    },
  };
}

/** Returns the program's name, or the file that Node runs. */
function nameOf(pid: number): string {
  const words = commandLine(pid).split(" ");
  const file = words.find((word) => /\.(ts|mjs|js)$/.test(word)) ?? words[0] ?? "";
  return file.split("/").slice(-2).join("/");
}
