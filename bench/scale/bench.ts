// Runs one, two and four worker processes on one machine, with one browser slot each. Measures screenshots per second, the cost of a
// screenshot for the processor, Temporal and the database, and the effect of 200 clients that wait for runs and 100 open pages.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { availableParallelism, cpus, tmpdir } from "node:os";
import path from "node:path";
import { descendantsOf } from "../../browsers/processes.ts";
import { admin } from "../../temporal-dev/adminCommand.ts";
import { type Child, startChild } from "../../temporal-dev/children.ts";
import { type DemoSite, startDemoSite } from "../../temporal-dev/demo-site/server.ts";
import { type SessionClient, signIn } from "../../temporal-dev/sessionClient.ts";
import { countCommands, forgetCommands, watchedEnv } from "../history/commands.ts";
import { type Installation, startInstallation } from "../lib/installation.ts";
import { peakMemory } from "../lib/memory.ts";
import { ownSeconds, processorSeconds } from "../lib/processor.ts";
import { VISUAL_PAGES } from "../visual/bench.ts";
import { growthOf, type Place, sizesOf } from "./bytes.ts";
import { readCost } from "./history.ts";
import { type LoadFigures, startLoad } from "./load.ts";
import { measuresCapacity, type ScaleOptions } from "./options.ts";
import { capacityInputs, type Figures, loadLines, overheadOf, scaleTable } from "./report.ts";

const POLLERS = 200;
const POLL_EVERY_MS = 5_000;
const DASHBOARDS = 100;
/** A person may have up to 30 pages open. */
const PEOPLE = 5;
const RUN_MS = 1_800_000;
const MEMORY_MS = 1_000;
const CAPACITY_FILE = new URL("../capacity/measured.json", import.meta.url);

type World = {
  installation: Installation;
  site: DemoSite;
  file: string;
  apiFile: string;
  people: SessionClient[];
  place: Place;
};

/** Returns the tables. A complete benchmark also writes the input of the capacity computation. */
export async function benchScale(options: ScaleOptions, log: (line: string) => void): Promise<string> {
  const site = await startDemoSite({ variant: "good" });
  const paths = Array.from({ length: options.copies }, (_, copy) =>
    VISUAL_PAGES.map((page) => `${page}${page.includes("?") ? "&" : "?"}copy=${copy}`),
  ).flat();
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-bench-commands-"));
  const apiFile = path.join(folder, "api.jsonl");
  const { NODE_OPTIONS = "", BENCH_COMMANDS_FILE = "" } = watchedEnv(process.env, apiFile);
  const settings = { SVC_BROWSER_SLOTS: "1", NODE_OPTIONS, BENCH_COMMANDS_FILE };
  const installation = await startInstallation(site, paths, log, undefined, settings);
  try {
    // The benchmark starts its own workers, which log their database commands.
    await installation.service.worker.stop();
    const { dataDir } = installation.service;
    const world: World = {
      installation,
      site,
      file: path.join(folder, "workers.jsonl"),
      apiFile,
      people: options.load ? await signedIn(installation) : [],
      place: { dataDir },
    };
    return await measureAll(world, options, log);
  } finally {
    await installation.stop();
    await site.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureAll(world: World, options: ScaleOptions, log: (line: string) => void): Promise<string> {
  const rows: Figures[] = [];
  for (const count of options.workers) {
    await withWorkers(world, count, log, async (workers) => {
      if (rows.length === 0) await run(world, "baseline");
      // Warm-up: starts the browsers and compiles the code.
      await run(world, "test");
      rows.push({ count, ...(await measure(world, workers)) });
      const last = rows.at(-1) as Figures;
      log(
        `${count} workers: ${(last.shots / last.seconds).toFixed(2)} shots/s, ${overheadOf(last).toFixed(1)} % without an activity`,
      );
    });
  }
  const [one] = rows;
  if (!one) throw new Error("There must be at least one number of workers.");
  const tables = [scaleTable(rows)];
  if (!options.load) return tables.join("\n\n");
  const two = rows.find(({ count }) => count === 2) ?? one;
  const looked = await withWorkers(world, two.count, log, async (workers) => {
    await run(world, "test");
    const quiet = await measure(world, workers);
    const busy = await underLoad(world, workers);
    return { quiet: { count: two.count, ...quiet }, ...busy, changedBytes: await changedShot(world) };
  });
  tables.push(loadLines(looked));
  const where = `${cpus()[0]?.model ?? "unknown processor"}, ${availableParallelism()} cores, ${new Date().toISOString().slice(0, 10)}`;
  if (measuresCapacity(options))
    await writeFile(CAPACITY_FILE, `${JSON.stringify(capacityInputs(one, looked, where), null, 2)}\n`);
  return tables.join("\n\n");
}

async function withWorkers<T>(
  { installation: { service }, file }: World,
  count: number,
  log: (line: string) => void,
  work: (workers: readonly Child[]) => Promise<T>,
): Promise<T> {
  const env = { ...service.env, ...watchedEnv({ SVC_WORKER_METRICS_PORT: "0" }, file) };
  const workers: Child[] = [];
  try {
    for (let at = 1; at <= count; at++)
      workers.push(
        await startChild({
          name: `worker ${at}`,
          module: new URL("../../workers/main.ts", import.meta.url),
          env,
          logFile: path.join(service.dataDir, "logs", `worker-${at}.log`),
          log,
        }),
      );
    return await work(workers);
  } finally {
    for (const worker of workers) await worker.stop();
  }
}

async function run({ installation: { client } }: World, type: "baseline" | "test", started?: (runId: string) => void) {
  const { runId } = await client.run({ type });
  started?.(runId);
  const ended = await client.wait(runId, { everyMs: 500, timeoutMs: RUN_MS });
  if (ended.status !== "completed") throw new Error(`The run ended as ${ended.status}: ${ended.error}`);
  return { runId, seconds: (ended.duration ?? 0) / 1_000, summary: ended.summary ?? {} };
}

/** Measures one test of all screenshots, none of which changed: its time, and its cost for each part. */
async function measure(world: World, workers: readonly Child[], beside?: (runId: string) => void) {
  const { service } = world.installation;
  const trees = () => workers.flatMap(({ pid = 0 }) => [pid, ...descendantsOf(pid)]);
  const apiPid = service.api.pid ?? 0;
  const engines = () => {
    const ours = new Set([...trees(), apiPid]);
    return descendantsOf(process.pid).filter((pid) => !ours.has(pid));
  };
  const processor = () => ({
    workers: processorSeconds(trees()),
    api: processorSeconds([apiPid]),
    // There is no portable way to tell Temporal and the database apart.
    engines: processorSeconds(engines()),
    bench: ownSeconds(process.pid) ?? 0,
  });
  forgetCommands(world.file);
  forgetCommands(world.apiFile);
  const bytes = await sizesOf(world.place);
  const before = processor();
  const memory: Promise<Record<string, number>>[] = [];
  const { runId, seconds, summary } = await run(world, "test", (id) => {
    beside?.(id);
    const rest = () => new Promise((resolve) => setTimeout(resolve, MEMORY_MS));
    memory.push(rest().then(() => peakMemory({ workers: trees }, rest)));
  });
  const after = processor();
  const cost = await readCost(service.stack.temporalAddress, runId);
  const [{ workers: mb = 0 } = {}] = await Promise.all(memory);
  return {
    shots: summary.total ?? 0,
    failed: summary.failed ?? 0,
    seconds,
    cost,
    commands: await countCommands(world.file),
    apiCommands: await countCommands(world.apiFile),
    processor: {
      workers: after.workers - before.workers,
      api: after.api - before.api,
      engines: after.engines - before.engines,
      bench: after.bench - before.bench,
    },
    workerMb: mb / workers.length,
    bytes: growthOf(bytes, await sizesOf(world.place)),
  };
}

/** Measures the same with clients watching; the polling clients ask for this run. */
async function underLoad(
  world: World,
  workers: readonly Child[],
): Promise<{ busy: Awaited<ReturnType<typeof measure>>; load: LoadFigures }> {
  const { apiUrl } = world.installation.service;
  const { key } = world.installation;
  let stop: () => Promise<LoadFigures> = () => Promise.reject(new Error("nobody looked"));
  const busy = await measure(world, workers, (runId) => {
    stop = startLoad({
      apiUrl,
      key,
      people: world.people,
      project: "bench",
      runIds: [runId],
      pollers: POLLERS,
      pollEveryMs: POLL_EVERY_MS,
      dashboards: DASHBOARDS,
    });
  });
  return { busy, load: await stop() };
}

/** Returns the bytes stored for a screenshot of a changed page. */
async function changedShot(world: World): Promise<number> {
  const before = await sizesOf(world.place);
  world.site.setVariant("flawed");
  const { summary } = await run(world, "test");
  world.site.setVariant("good");
  return growthOf(before, await sizesOf(world.place)).store / Math.max(1, summary.failed ?? 0);
}

async function signedIn({ service }: Installation): Promise<SessionClient[]> {
  const password = "a long password of a bench";
  const people: SessionClient[] = [];
  for (let at = 0; at < PEOPLE; at++) {
    const email = `person-${at}@bench.example`;
    const user = ["users", "create", "--email", email, "--name", email, "--role", "editor", "--password-stdin"];
    await admin(service.dataDir, user, service.env, password);
    people.push(await signIn(service.apiUrl, email, password));
  }
  return people;
}
