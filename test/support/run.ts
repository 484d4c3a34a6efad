// Runs the tests with one database and one Temporal for all of them: `node test/support/run.ts [--fast | --full] [--times] [folder or file
// of test/]…`.
import { spawn } from "node:child_process";
import { glob, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ulid } from "ulid";
import { withCompileCache } from "../../temporal-dev/compileCache.ts";
import { cacheDir } from "../../temporal-dev/lib/paths.mjs";
import { startStack } from "../../temporal-dev/stack.ts";
import { NEEDS, needOf } from "./needs.ts";
import { dropTestDatabases } from "./testDatabases.ts";
import { type FileTime, readTimes } from "./times.ts";

/** Browser tests mostly wait, so running more files than cores uses the cores better. */
const JOBS = { all: 2 * availableParallelism(), fast: availableParallelism() + 1 };
/** With this many files sharing the cores, a test that takes a second alone has taken ten. */
const TIMEOUT_FACTOR = 4;
/** Number of files that `--times` prints. */
const SLOWEST = 30;
/** Duration of each file in the previous run, used to order the next. */
const REMEMBERED = path.join(cacheDir(), "test-times.json");

/** Seconds of files that take much longer than their needs suggest, used if no duration is remembered (always on CI). */
const LONG: Record<string, number> = {
  "test/contract/fuzz.test.ts": 300,
  "test/faults/quick.test.ts": 180,
  "test/security/stallsReading.test.ts": 150,
  "test/system/auditRun.test.ts": 150,
  "test/cli/admin.test.ts": 90,
  "test/security/stallsAudits.test.ts": 90,
};

/** Files that only the full lane runs: fuzz, stalls, conformance, faults, load, third-party sites, hostile sites, long tables of situations. */
const FULL: readonly RegExp[] = [
  /^test\/contract\/fuzz/,
  /^test\/faults\//,
  /^test\/mcp\/(conformance|inspector)/,
  /^test\/security\/(stalls|eventLoopWatch|strangers|bystanders|requestLimits)/,
  /^test\/system\/(backup|local|localFolder|uploads|git|crawl\.|crawlAudit|fairness|twoWorkers|twoBranches|retention|init|signIn|try|previews|upgrade|deploy|rolling|locations)/,
  // One process for each of nine setups.
  /^test\/cli\/doctorProduction/,
  // Stories across many interfaces: each interface has its own tests, and `npm run demo` covers them too.
  /^test\/system\/(oneStory|agentStory|inspect|modes|wideRules)\./,
  /^test\/system\/dashboard\/(screens|connect|tiny|ignored|people|wideRules|codeHosts|deleting)\./,
  // The demo shop, both variants, page by page: `npm run demo` judges it too, and each pillar has its own pages.
  /^test\/activities\/.*\/demo\w*\./,
  /^test\/temporal-dev\/demoSite/,
  // Real S3 servers, which are built or downloaded for these tests.
  /^test\/platform\/artifacts\/(versitygw|s3mock)/,
  /^test\/system\/(artifactsS3|erasure|schedules)/,
  // 2,000 histories compared with git, and an MCP client process for each tool.
  /^test\/domain\/history\/oracle/,
  /^test\/mcp\/stdio/,
  // Unusual pages and complete flows of a pillar whose rules have their own tests.
  /^test\/activities\/pillars\/(privacy\/(odd|unknown)|a11y\/keyboard)/,
  /^test\/(activities\/signIn\/pillars|browsers\/page\/signIn)/,
  // Seeded changes through capture, comparison and explanation; their parts have their own tests.
  /^test\/activities\/compare\/explanations/,
  // Pages that change seconds after they are ready, on a busy machine too.
  /^test\/activities\/capture\/lateMovers/,
  // A part that hangs for half a minute; unreachable addresses; promtool and a collector, which are built for these tests.
  /^test\/(system\/(monitoring|wrongSettings|traces)|deploy\/alerts|temporal-dev\/silence)/,
  /hostile/i,
];

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Returns the files that every change needs. `fast`: only those without browser, fuzzer and whole service. `full`: also the full lane.
 * Long tests run only if their folder is named, and then everything in it runs.
 */
async function filesOf(folders: string[], { fast, full }: { fast: boolean; full: boolean }): Promise<string[]> {
  const files = new Set<string>();
  for (const folder of folders.length > 0 ? folders : ["."]) {
    const pattern = folder.endsWith(".test.ts") ? folder : path.posix.join(folder, "**/*.test.ts");
    for await (const file of glob(path.posix.join("test", pattern), { cwd: root }))
      files.add(file.split(path.sep).join("/"));
  }
  return [...files]
    .filter((file) => folders.length > 0 || !file.endsWith(".long.test.ts"))
    .filter((file) => folders.length > 0 || full || !FULL.some((one) => one.test(file)))
    .filter((file) => !fast || needOf(file) === "nothing");
}

type Remembered = Record<string, number>;
const remembered = async (): Promise<Remembered> => {
  try {
    return JSON.parse(await readFile(REMEMBERED, "utf8")) as Remembered;
  } catch {
    return {};
  }
};

/**
 * Sorts the longest files first, so that none starts when the others are done; files without a recorded duration are sorted by their needs
 * and size.
 */
async function inOrder(files: string[]): Promise<string[]> {
  const times = await remembered();
  const guess = async (file: string): Promise<number> => {
    const kilobytes = (await stat(path.join(root, file))).size / 1_000;
    return { service: 60, browser: 20, fuzzer: 60, nothing: 0 }[needOf(file)] + kilobytes / 10;
  };
  const weighed = await Promise.all(
    files.map(async (file) => ({ file, seconds: times[file] ?? LONG[file] ?? (await guess(file)) })),
  );
  return weighed.sort((a, b) => b.seconds - a.seconds || a.file.localeCompare(b.file)).map(({ file }) => file);
}

async function remember(times: FileTime[]): Promise<void> {
  const all = { ...(await remembered()), ...Object.fromEntries(times.map(({ file, seconds }) => [file, seconds])) };
  await mkdir(cacheDir(), { recursive: true });
  // Renamed into place, because another run may read it at the same time.
  const draft = `${REMEMBERED}.${process.pid}`;
  await writeFile(draft, JSON.stringify(all));
  await rename(draft, REMEMBERED);
}

function show(times: FileTime[]): void {
  const right = (seconds: number) => seconds.toFixed(1).padStart(7);
  for (const need of NEEDS) {
    const of = times.filter(({ file }) => needOf(file) === need);
    const sum = (field: "seconds" | "processor") => right(of.reduce((all, one) => all + one[field], 0));
    process.stdout.write(`${sum("seconds")} s ${sum("processor")} s processor  ${of.length} files, need: ${need}\n`);
  }
  for (const { file, seconds, processor } of times.slice(0, SLOWEST))
    process.stdout.write(`${right(seconds)} s ${right(processor)} s processor  ${file}\n`);
}

const { values: options, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    fast: { type: "boolean", default: false },
    full: { type: "boolean", default: false },
    times: { type: "boolean", default: false },
    jobs: { type: "string" },
  },
});
const files = await inOrder(await filesOf(folders, options));
if (files.length === 0) {
  process.stderr.write(`There are no tests in ${folders.join(", ") || "test"}.\n`);
  process.exit(1);
}
// Tests that a file reserves for the full lane (test/support/lanes.ts). Naming a file runs all of it.
const lane = options.full || folders.length > 0 ? {} : { PLUMBLINE_TEST_LANE: "default" };
const dataDir = await mkdtemp(path.join(tmpdir(), "plumbline-tests-"));
const stack = await startStack({ dataDir, temporalPort: 0, uiPort: 0 });
const timesFile = path.join(dataDir, "times.txt");
const databases = `test_${ulid().toLowerCase().slice(-8)}_`;
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
      // With one job, mocha loads the files by `require`, which cannot load modules that wait at their top level.
      String(Math.max(2, Number(options.jobs ?? (options.fast ? JOBS.fast : JOBS.all)))),
      "--require",
      "test/support/timeoutFactor.ts",
      "--require",
      "test/support/times.ts",
      ...files,
    ],
    {
      cwd: root,
      stdio: "inherit",
      env: {
        ...withCompileCache(process.env),
        PLUMBLINE_TEST_MONGO: stack.mongoUri,
        PLUMBLINE_TEST_TEMPORAL: stack.temporalAddress,
        PLUMBLINE_TEST_DATABASES: databases,
        PLUMBLINE_TEST_TIMEOUT_FACTOR: String(TIMEOUT_FACTOR),
        PLUMBLINE_TEST_TIMES: timesFile,
        ...lane,
      },
    },
  );
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => mocha.kill(signal));
  code = await new Promise<number>((resolve) => mocha.once("exit", (status) => resolve(status ?? 1)));
  const times = readTimes(await readFile(timesFile, "utf8").catch(() => ""));
  await remember(times);
  if (options.times) show(times);
  if (stack.mongoKind === "external") await dropTestDatabases(stack.mongoUri, databases);
} finally {
  await stack.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(code);
