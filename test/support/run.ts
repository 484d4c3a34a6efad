// Runs the tests with one database and one Temporal for all of them:
// `node test/support/run.ts [--fast | --full] [--times] [folder or file of test/]…`.
import { spawn } from "node:child_process";
import { glob, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
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

/** Most of a test with a browser is waiting: more files than cores at a time use them better. */
const JOBS = { all: 2 * availableParallelism(), fast: availableParallelism() + 1 };
/** Where so many files share the cores, what takes a second alone has taken ten. */
const TIMEOUT_FACTOR = 4;
/** Files that `--times` prints. */
const SLOWEST = 30;
/** How long each file took the last time, for the order of the next. */
const REMEMBERED = path.join(cacheDir(), "test-times.json");

/** Seconds of files that take much longer than what they need tells, where no time of theirs is remembered: on CI, always. */
const LONG: Record<string, number> = {
  "test/contract/fuzz.test.ts": 300,
  "test/faults/quick.test.ts": 180,
  "test/security/stallsReading.test.ts": 150,
  "test/system/auditRun.test.ts": 150,
  "test/cli/admin.test.ts": 90,
  "test/security/stallsAudits.test.ts": 90,
};

/** What only the full lane runs: fuzz, stalls, conformance, faults, load, strangers, hostile sites, long tables of situations. */
const FULL: readonly RegExp[] = [
  /^test\/contract\/fuzz/,
  /^test\/faults\//,
  /^test\/mcp\/(conformance|inspector)/,
  /^test\/security\/(stalls|strangers|bystanders|requestLimits)/,
  /^test\/system\/(backup|local|localFolder|uploads|git|crawl\.|crawlAudit|fairness|twoWorkers|twoBranches|init|signIn|try|previews|upgrade|deploy|rolling|locations)/,
  // A process for each of nine set-ups.
  /^test\/cli\/doctorProduction/,
  // Stories over many faces: each face has tests of its own, and `npm run demo` walks through them too.
  /^test\/system\/(oneStory|agentStory|inspect|modes|wideRules)\./,
  /^test\/system\/dashboard\/(screens|connect|tiny|ignored|people|wideRules|codeHosts|deleting)\./,
  // The demo shop, both variants, page by page: `npm run demo` judges it too, and each pillar has pages of its own.
  /^test\/activities\/.*\/demo\w*\./,
  /^test\/temporal-dev\/demoSite/,
  // Real S3 servers, which are built or fetched for them.
  /^test\/platform\/artifacts\/(versitygw|s3mock)/,
  /^test\/system\/(artifactsS3|erasure|schedules)/,
  // 2,000 histories beside git, and an MCP client's process for each tool.
  /^test\/domain\/history\/oracle/,
  /^test\/mcp\/stdio/,
  // Odd pages and whole ways of a pillar whose rules have tests of their own.
  /^test\/activities\/pillars\/(privacy\/(odd|unknown)|a11y\/keyboard)/,
  /^test\/(activities\/signIn\/pillars|browsers\/page\/signIn)/,
  // Pages that change seconds after they are ready, on a busy machine too.
  /^test\/activities\/capture\/lateMovers/,
  // A part that hangs for half a minute; addresses that lead nowhere; promtool and a collector, which are built for them.
  /^test\/(system\/(monitoring|wrongSettings|traces)|deploy\/alerts|temporal-dev\/silence)/,
  /hostile/i,
];

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * What every change needs. `fast`: of that what needs no browser, no fuzzer and not the whole service. `full`: the full lane too.
 * Long tests run only when their folder is named, and then everything in it does.
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
const remembered = async (): Promise<Remembered> =>
  readFile(REMEMBERED, "utf8").then(
    (text) => JSON.parse(text) as Remembered,
    () => ({}),
  );

/** The longest first, so that none begins when the others are done; what was never timed, by what it needs and by its size. */
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
  await writeFile(REMEMBERED, JSON.stringify(all));
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
// What a file keeps for the full lane: test/support/lanes.ts. Who names a file means all of it.
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
      options.jobs ?? String(options.fast ? JOBS.fast : JOBS.all),
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
