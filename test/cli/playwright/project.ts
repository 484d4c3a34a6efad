// A Playwright project like a user's: the packed package in its node_modules, run by Playwright's own runner.
import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { CLIENTS_FOLDER } from "../../../api/operations/clientPackages.ts";
import { CHROMIUM_ARGS } from "../../../browsers/chromiumArgs.ts";
import { findBrowser } from "../../../browsers/find.ts";
import { setUp } from "../../../temporal-dev/setup.mjs";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));

export type PlaywrightProject = {
  folder: string;
  write(name: string, text: string): Promise<void>;
  /** Runs the tests; `said` combines stdout and stderr. */
  test(env: Record<string, string>, ...args: string[]): Promise<{ exit: number | null; said: string }>;
  remove(): Promise<void>;
};

export async function playwrightProject(): Promise<PlaywrightProject> {
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-playwright-"));
  const modules = path.join(folder, "node_modules");
  await mkdir(modules);
  await setUp({ parts: ["clients"] });
  await run("tar", ["-xzf", path.join(CLIENTS_FOLDER, "playwright.tgz")], { cwd: folder });
  await rename(path.join(folder, "package"), path.join(modules, "plumbline-playwright"));
  for (const name of ["playwright", "playwright-core"])
    await symlink(path.join(root, "node_modules", name), path.join(modules, name));
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
  const { executablePath, channel } = findBrowser("chromium");
  // The browsers of user tests are not sandboxed by us, and root has no sandbox at all.
  const launchOptions = { executablePath, channel, args: [...CHROMIUM_ARGS], chromiumSandbox: false };
  await write("package.json", JSON.stringify({ name: "shop-tests", private: true, type: "module" }));
  await write(
    "playwright.config.ts",
    `import { defineConfig } from "playwright/test";
export default defineConfig({
  testDir: ".",
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  reporter: [["line"], ["plumbline-playwright/reporter", { wait: process.env.WAIT === "1", trace: process.env.TRACE === "1" }]],
  use: { browserName: "chromium", viewport: { width: 800, height: 500 }, launchOptions: ${JSON.stringify(launchOptions)} },
});
`,
  );
  return {
    folder,
    write,
    test: (env, ...args) =>
      new Promise((resolve) => {
        const { PATH = "", HOME = folder } = process.env;
        const child = spawn(process.execPath, ["node_modules/playwright/cli.js", "test", ...args], {
          cwd: folder,
          env: { PATH, HOME, ...env },
          stdio: ["ignore", "pipe", "pipe"],
        });
        let said = "";
        for (const stream of [child.stdout, child.stderr])
          stream.on("data", (chunk: Buffer) => {
            said += String(chunk);
          });
        child.on("close", (exit) => resolve({ exit, said }));
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
