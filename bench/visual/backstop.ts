// Runs BackstopJS on the same pages, with its Playwright engine and the same browser binary.
import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { DEFAULT_VIEWPORTS } from "../../domain/visual/shot.ts";

/** `onPid` receives the id of the working process. */
type Command = (onPid?: (pid: number) => void) => Promise<number>;
export type Backstop = { reference: Command; test: Command };

/** Returns the wall time of a command in ms. Exit code 1 means that something differs, which is not an error here. */
async function timed(dir: string, command: string, onPid?: (pid: number) => void): Promise<number> {
  const cli = createRequire(import.meta.url).resolve("backstopjs/cli/index.js");
  const started = performance.now();
  const child = spawn(process.execPath, [cli, command, "--config=backstop.json"], {
    cwd: dir,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (child.pid !== undefined) onPid?.(child.pid);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data: Buffer) => (output = (output + data).slice(-5_000)));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  if (code !== 0 && !/\d+ Passed/.test(output))
    throw new Error(`BackstopJS ${command} failed: ${output.slice(-1_500)}`);
  return performance.now() - started;
}

export async function prepareBackstop(
  dir: string,
  options: {
    siteUrl: string;
    paths: string[];
    executablePath: string;
    slots: number;
    /** Default: all of Plumbline's viewports. */
    viewports?: readonly { name: string; width: number; height: number }[];
    hideSelectors?: string[];
  },
): Promise<Backstop> {
  await mkdir(dir, { recursive: true });
  const config = {
    id: "bench",
    viewports: (options.viewports ?? Object.values(DEFAULT_VIEWPORTS)).map(({ name, width, height }) => ({
      label: name,
      width,
      height,
    })),
    scenarios: options.paths.map((p) => ({
      label: p,
      url: options.siteUrl + p,
      selectors: ["document"],
      hideSelectors: options.hideSelectors ?? [],
      misMatchThreshold: 0.1,
    })),
    paths: Object.fromEntries(
      ["bitmaps_reference", "bitmaps_test", "engine_scripts", "html_report", "ci_report"].map((k) => [
        k,
        path.join(dir, k),
      ]),
    ),
    report: ["CI"],
    engine: "playwright",
    engineOptions: {
      browser: "chromium",
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
    asyncCaptureLimit: options.slots,
    asyncCompareLimit: 50,
    debug: false,
  };
  await writeFile(path.join(dir, "backstop.json"), JSON.stringify(config, null, 2));
  return { reference: (onPid) => timed(dir, "reference", onPid), test: (onPid) => timed(dir, "test", onPid) };
}
