// pa11y-ci with its axe runner on the same pages, with the same browser binary.
import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

export type Pa11y = { audit(): Promise<{ ms: number; pages: number }> };

/** Prepares pa11y-ci. Exit code 2 means it found errors, which is not a failure here. It audits each page at one width, 1280×1024. */
export async function preparePa11y(
  dir: string,
  options: { urls: string[]; executablePath: string; slots: number },
): Promise<Pa11y> {
  await mkdir(dir, { recursive: true });
  const config = {
    defaults: {
      runners: ["axe"],
      standard: "WCAG2AA",
      timeout: 60_000,
      concurrency: options.slots,
      // With a context for each concurrent page, pa11y-ci loses pages ("No target found"). Without contexts it is also faster.
      useIncognitoBrowserContext: false,
      chromeLaunchConfig: {
        executablePath: options.executablePath,
        args: [
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
        ],
      },
    },
    urls: options.urls,
  };
  const file = path.join(dir, "pa11yci.json");
  await writeFile(file, JSON.stringify(config));
  const cli = createRequire(import.meta.url).resolve("pa11y-ci/bin/pa11y-ci.js");
  return {
    async audit() {
      const started = performance.now();
      const child = spawn(process.execPath, [cli, "--config", file, "--json"], { stdio: ["ignore", "pipe", "pipe"] });
      let output = "";
      let said = "";
      child.stdout.on("data", (data: Buffer) => (output += data));
      child.stderr.on("data", (data: Buffer) => (said = (said + data).slice(-2_000)));
      const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
      const ms = performance.now() - started;
      if (code !== 0 && code !== 2) throw new Error(`pa11y-ci ended with ${code}: ${said}`);
      const { total, results } = JSON.parse(output) as { total: number; results: Record<string, unknown[]> };
      const broken = Object.entries(results).filter(([, found]) =>
        found.some((f) => f instanceof Object && !("code" in f)),
      );
      if (broken.length > 0)
        throw new Error(`pa11y-ci could not audit ${broken[0]?.[0]}: ${JSON.stringify(broken[0]?.[1]).slice(0, 500)}`);
      return { ms, pages: total };
    },
  };
}
