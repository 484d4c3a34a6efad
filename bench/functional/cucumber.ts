// Runs cucumber-js with Playwright on the same features, with the same browser binary, number of processes, and traces.
import { spawn } from "node:child_process";
import { mkdir, readdir, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

export type Cucumber = { run(): Promise<{ ms: number; scenarios: number; traces: number }> };

const STEPS = fileURLToPath(new URL("./steps.mjs", import.meta.url));

/** Throws if a scenario fails, because then both sides do not do the same work. */
export async function prepareCucumber(
  dir: string,
  options: { features: string; site: string; executablePath: string; slots: number },
): Promise<Cucumber> {
  const manifest = createRequire(import.meta.url).resolve("@cucumber/cucumber/package.json");
  const cli = path.join(path.dirname(manifest), "bin", "cucumber.js");
  const traces = path.join(dir, "traces");
  const args = [cli, options.features, "--import", STEPS, "--parallel", String(options.slots), "--format", "summary"];
  return {
    async run() {
      await rm(traces, { recursive: true, force: true });
      await mkdir(traces, { recursive: true });
      const env = {
        ...process.env,
        BENCH_SITE: options.site,
        BENCH_BROWSER: options.executablePath,
        BENCH_TRACES: traces,
      };
      const started = performance.now();
      const child = spawn(process.execPath, args, { cwd: dir, env, stdio: ["ignore", "pipe", "pipe"] });
      let said = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (said += data));
      const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
      const ms = performance.now() - started;
      if (code !== 0) throw new Error(`cucumber-js ended with ${code}: ${said.slice(-4_000)}`);
      const scenarios = Number(/(\d+) scenarios/.exec(said)?.[1] ?? 0);
      return { ms, scenarios, traces: (await readdir(traces)).length };
    },
  };
}
