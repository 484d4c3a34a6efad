// Runs the attack and fuzz suites as an ordinary user, so that Chromium uses its own sandbox (which it refuses for root) and the API its
// default rate limits. Usage: `npm run test:user [folder or file of test/]…`. If started by root, it switches to `nobody` for the tests.
import { spawn } from "node:child_process";
import { chown, copyFile, link, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { cacheDir, root } from "../../temporal-dev/lib/paths.mjs";

const SUITES = [
  "security",
  "contract/fuzz.test.ts",
  "api/traceViewer.test.ts",
  "activities/pillars/a11y/hostile.test.ts",
];
const NOBODY = 65_534;
/** Programs below this path are accessible only to the calling user. */
const PRIVATE = "/root/";

/** Creates a cache folder that the test user can read and write, containing the programs that setup selected. */
async function ownCache(folder: string): Promise<string> {
  const own = path.join(folder, "cache");
  const bin = path.join(own, "bin");
  await mkdir(bin, { recursive: true });
  const setup = JSON.parse(await readFile(path.join(cacheDir(), "setup.json"), "utf8")) as Record<string, Chosen>;
  for (const part of Object.values(setup)) {
    if (part.path?.startsWith(cacheDir()) !== true) continue;
    const target = path.join(bin, path.basename(part.path));
    await link(part.path, target).catch(() => copyFile(part.path as string, target));
    part.path = target;
  }
  await writeFile(path.join(own, "setup.json"), JSON.stringify(setup));
  for (const one of [folder, own, bin]) await chown(one, NOBODY, NOBODY);
  return own;
}
type Chosen = { path?: string };

const isRoot = process.getuid?.() === 0;
const folder = await mkdtemp(path.join(tmpdir(), "plumbline-user-"));
try {
  const cache = isRoot ? await ownCache(folder) : undefined;
  const suites = process.argv.slice(2);
  const tests = spawn(process.execPath, ["test/support/run.ts", ...(suites.length > 0 ? suites : SUITES)], {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      PLUMBLINE_TEST_LIMITS: "default",
      ...(cache && {
        PLUMBLINE_CACHE_DIR: cache,
        HOME: folder,
        TMPDIR: folder,
        PATH: (process.env.PATH ?? "")
          .split(path.delimiter)
          .filter((one) => !one.startsWith(PRIVATE))
          .join(path.delimiter),
      }),
    },
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => tests.kill(signal));
  process.exitCode = await new Promise<number>((resolve) => tests.once("exit", (code) => resolve(code ?? 1)));
} finally {
  await rm(folder, { recursive: true, force: true });
}
