// Runs the tests with one database and one Temporal for all of them: `node test/support/run.ts [--times] [folder or file of test/]…`.
import { spawn } from "node:child_process";
import { glob, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startStack } from "../../temporal-dev/stack.ts";
import { slowestFiles } from "./times.ts";

/** Most of a browser test is waiting: more than one file at a time uses the cores better. */
const JOBS = 3;
/** Files that `--times` prints. */
const SLOWEST = 30;

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Everything but the long tests, which run when their folder is named. */
async function filesOf(folders: string[]): Promise<string[]> {
  const files: string[] = [];
  for (const folder of folders.length > 0 ? folders : ["."]) {
    const pattern = folder.endsWith(".test.ts") ? folder : path.posix.join(folder, "**/*.test.ts");
    for await (const file of glob(path.posix.join("test", pattern), { cwd: root })) files.push(file);
  }
  const wanted = folders.length > 0 ? files : files.filter((f) => !f.endsWith(".long.test.ts"));
  return [...new Set(wanted)].sort();
}

const { values: options, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: { times: { type: "boolean", default: false } },
});
const files = await filesOf(folders);
if (files.length === 0) {
  process.stderr.write(`There are no tests in ${folders.join(", ") || "test"}.\n`);
  process.exit(1);
}
// A loaded build machine may lose a browser or a page's time-out through no fault of ours: there, and only there, once more.
const retries = process.env.CI ? ["--retries", "1"] : [];
const dataDir = await mkdtemp(path.join(tmpdir(), "plumbline-tests-"));
const stack = await startStack({ dataDir, temporalPort: 0, uiPort: 0 });
const timesFile = path.join(dataDir, "times.txt");
let code = 1;
try {
  const mocha = spawn(
    process.execPath,
    [
      "--disable-warning=ExperimentalWarning",
      "node_modules/mocha/bin/mocha.js",
      "--exit",
      "--parallel",
      "--jobs",
      String(JOBS),
      ...retries,
      ...(options.times ? ["--require", "test/support/times.ts"] : []),
      ...files,
    ],
    {
      cwd: root,
      stdio: "inherit",
      env: {
        ...process.env,
        PLUMBLINE_TEST_MONGO: stack.mongoUri,
        PLUMBLINE_TEST_TEMPORAL: stack.temporalAddress,
        ...(options.times ? { PLUMBLINE_TEST_TIMES: timesFile } : {}),
      },
    },
  );
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => mocha.kill(signal));
  code = await new Promise<number>((resolve) => mocha.once("exit", (status) => resolve(status ?? 1)));
  if (options.times) {
    const slowest = slowestFiles(await readFile(timesFile, "utf8").catch(() => ""), SLOWEST);
    for (const { seconds, file } of slowest) process.stdout.write(`${seconds.toFixed(1).padStart(7)} s  ${file}\n`);
  }
} finally {
  await stack.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(code);
