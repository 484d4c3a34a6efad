// The attack and fuzz suites as an ordinary user: Chromium has its own sandbox, which it refuses to root, and the API its usual
// rate limits. `npm run test:user [folder or file of test/]…`; started by root, it becomes `nobody` for the tests.
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
/** Programs below it are only the caller's own. */
const PRIVATE = "/root/";

/** A cache folder that the user may read and write, with the programs that set-up has chosen. */
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
