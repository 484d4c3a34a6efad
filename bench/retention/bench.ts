// Sweeps an artificial year on the embedded database and a file store, and measures memory, event loop blocking, and what is left.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type CleanupCounts, totalsOf } from "../../domain/retention/cleanup.ts";
import { QUIET_BRANCH_DAYS } from "../../domain/words/retention.ts";
import { keepArtifact } from "../../models/artifacts/keepArtifact.ts";
import { recountStored } from "../../models/artifacts/storage.ts";
import { connect } from "../../models/database/connect.ts";
import { bindModels, ensureIndexes, type Models } from "../../models/index.ts";
import { createFileStore } from "../../platform/artifacts/files.ts";
import type { ArtifactStore } from "../../platform/artifacts/store.ts";
import { withDatabaseAlone } from "../../temporal-dev/databaseAlone.ts";
import { NODE_FLAGS } from "../../temporal-dev/nodeFlags.ts";
import { table } from "../../temporal-dev/table.ts";
import type { PlannedRun } from "../history/plan.ts";
import type { Told } from "./sweeper.ts";
import { isYoung, writeYear, type Year } from "./year.ts";

const DB = "bench";
const DAY_MS = 86_400_000;
const BAR_MB = 200;
const BAR_HOLD_MS = 200;
const WRITERS = 1_000;
const AT_ONCE = 50;
const WRITING = "prj_writers";

export type RetentionOptions = { runs: number; artifacts: number };
export function retentionOptions(args: readonly string[]): RetentionOptions {
  const value = (name: string) => Number(args[args.indexOf(name) + 1]) || 0;
  const given = (name: string, usual: number) => (args.includes(name) ? value(name) || usual : usual);
  return { runs: given("--runs", 10_000), artifacts: given("--artifacts", 500_000) };
}

type Measured = Extract<Told, { restMb: number }>;
type Place = { uri: string; folder: string };

/** Writes the year to a temporary folder, which is removed afterwards. Returns the tables. */
export async function benchRetention(options: RetentionOptions, log: (line: string) => void): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), "plumbline-bench-"));
  try {
    return await withDatabaseAlone(path.join(dir, "data"), log, async (uri) => {
      const connection = await connect(uri, { dbName: DB });
      try {
        const models = bindModels(connection);
        await ensureIndexes(models);
        return await measure(models, { uri, folder: path.join(dir, "artifacts") }, options, log);
      } finally {
        await connection.close();
      }
    });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function measure(
  models: Models,
  place: Place,
  options: RetentionOptions,
  log: (line: string) => void,
): Promise<string> {
  // Later than the files, whose timestamps come from the disk.
  const until = new Date(Date.now() + 2 * DAY_MS);
  const year = await writeYear(models, createFileStore(place.folder, { sync: false }), { ...options, until }, log);
  await recountStored(models);
  log(`written: ${year.planned.length} runs`);
  const plan = await sweep(place, "plan", until, log);
  const runs = await sweep(place, "retention", until, log);
  const between = await runIds(models);
  const later = new Date(until.getTime() + DAY_MS + 60_000);
  await noteUse(models, later);
  const store = createFileStore(place.folder);
  const contended = await writeContended(models, store, until);
  const writers = Promise.withResolvers<string[]>();
  let begun = false;
  const files = await sweep(place, "retention", later, log, (phase) => {
    if (phase !== "deleting artifacts" || begun) return;
    begun = true;
    write(models, store, contended, later).then(writers.resolve, writers.reject);
  });
  const written = begun ? await writers.promise : [];
  const figures = [
    row("plan", plan),
    row("first sweep: runs and their documents", runs),
    row("a day later: their artifacts, beside 1,000 writers", files),
  ];
  const checks = await check(models, store, year, { plan, swept: [runs, files], between, later, written });
  return [
    table(["", "seconds", "memory at rest", "above rest", "longest hold", "with waits for a core", ""], figures),
    "",
    table(["what must hold", "found", ""], checks),
  ].join("\n");
}

function row(name: string, { seconds, restMb, peakMb, holds }: Measured): string[] {
  const above = peakMb - restMb;
  const met = above <= BAR_MB && holds.ownMs <= BAR_HOLD_MS ? "met" : "missed";
  const mb = (value: number) => `${value.toFixed(0)} MB`;
  const times = [holds.ownMs, holds.wallMs].map((ms) => `${ms.toFixed(0)} ms`);
  return [name, seconds.toFixed(0), mb(restMb), mb(above), ...times, met];
}

/** Runs a sweep in a separate process. */
async function sweep(
  { uri, folder }: Place,
  kind: "plan" | "retention",
  now: Date,
  log: (line: string) => void,
  heard: (phase: string) => void = () => undefined,
): Promise<Measured> {
  const script = fileURLToPath(new URL("./sweeper.ts", import.meta.url));
  const child = spawn(process.execPath, [...NODE_FLAGS, script, uri, DB, folder, now.toISOString(), kind], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  let measured: Measured | null = null;
  for await (const line of createInterface({ input: child.stdout })) {
    const told = JSON.parse(line) as Told;
    if ("phase" in told) heard(told.phase);
    else measured = told;
  }
  const code = await ended;
  if (measured === null) throw new Error(`The ${kind} ended with ${code}.`);
  const { runs, documents, artifacts } = totalsOf(measured.counts);
  log(`${kind}: ${runs} runs, ${documents} documents, ${artifacts} artifacts, ${measured.seconds.toFixed(0)} s`);
  return measured;
}

/** So that the second sweep accepts the current time. */
const noteUse = (models: Models, at: Date) =>
  models.audit.create({
    _id: "aud_bench",
    orgId: "org_year",
    at,
    who: "bench",
    action: "user.signIn",
    target: "bench",
  });

/** Writes unreferenced bytes that writers are about to store again. */
async function writeContended(models: Models, store: ArtifactStore, at: Date): Promise<string[]> {
  const texts = Array.from({ length: WRITERS / 2 }, (_, n) => `contended ${n}`);
  const long = new Date(at.getTime() - 10 * DAY_MS);
  for (const text of texts)
    await keepArtifact(
      { artifacts: store, models, now: () => long },
      { projectId: WRITING, bytes: Buffer.from(text), contentType: "text/plain" },
    );
  return texts;
}

/** Half of the writers store what is being deleted, half store new bytes. */
async function write(models: Models, store: ArtifactStore, contended: readonly string[], at: Date): Promise<string[]> {
  const texts = contended.flatMap((text, n) => [text, `new ${n}`]);
  const ids: string[] = [];
  for (let from = 0; from < texts.length; from += AT_ONCE)
    ids.push(
      ...(await Promise.all(
        texts
          .slice(from, from + AT_ONCE)
          .map((text) =>
            keepArtifact(
              { artifacts: store, models, now: () => at },
              { projectId: WRITING, bytes: Buffer.from(text), contentType: "text/plain" },
            ),
          ),
      )),
    );
  return ids;
}

const runIds = async (models: Models): Promise<string[]> =>
  (await models.runs.find({}, { _id: 1 }).lean()).map(({ _id }) => _id);

/** `between`: runs that still existed after the first sweep. */
type Found = { plan: Measured; swept: Measured[]; between: string[]; later: Date; written: string[] };

async function check(
  models: Models,
  store: ArtifactStore,
  year: Year,
  { plan, swept, between, later, written }: Found,
): Promise<string[][]> {
  const left = new Set(await runIds(models));
  const missing = async (ids: readonly string[]) => {
    let count = 0;
    for (const id of ids) if (!(await store.has(id))) count += 1;
    return count;
  };
  const wholeRuns = async (ids: readonly string[]) => {
    let count = 0;
    for (const id of ids) if (!left.has(id) || (await missing(year.byRun.get(id) ?? [])) > 0) count += 1;
    return count;
  };
  const rest = (counts: CleanupCounts): CleanupCounts => ({ ...counts, [WRITING]: { ...NOTHING } });
  const planned = JSON.stringify(totalsOf(rest(plan.counts)));
  // The second sweep deletes the runs of one more day, and the third deletes their artifacts.
  const [first, ...others] = swept.map(({ counts }) => rest(counts));
  const { runs, jobs, documents } = totalsOf(first ?? {});
  const { artifacts, bytes } = totalsOf(first ?? {}, ...others);
  const done = JSON.stringify({ runs, jobs, documents, artifacts, bytes });
  const young = year.planned.filter((run) => isYoung(run, later)).map(({ id }) => id);
  const newest = newestOf(year.planned, later);
  // Artifacts of what the second sweep deleted are kept for one more day.
  const released = between.filter((id) => !left.has(id));
  const named = [...left, ...released].flatMap((id) => year.byRun.get(id) ?? []);
  const expected = new Set([...named, ...year.baselines, ...written]);
  let [stored, all] = [0, 0];
  for await (const { id } of store.list()) {
    all += 1;
    if (expected.has(id)) stored += 1;
  }
  const line = (what: string, total: number, lost: number) => [
    what,
    `${total - lost} of ${total}`,
    lost === 0 && total > 0 ? "met" : "missed",
  ];
  return [
    ["the plan named what went", `${planned} = ${done}`, planned === done ? "met" : "missed"],
    ["runs that went", `${year.planned.length - left.size}`, ""],
    line("pictures of baselines and their history", year.baselines.length, await missing(year.baselines)),
    line(
      "runs with evidence of open and accepted problems, whole",
      year.evidence.length,
      await wholeRuns(year.evidence),
    ),
    line("newest runs of each kind, branch and environment, whole", newest.length, await wholeRuns(newest)),
    line("runs younger than 30 days, whole", young.length, await wholeRuns(young)),
    line("what writers stored during the sweep", written.length, await missing(written)),
    [
      "artifacts that are left and named",
      `${stored} of ${all}`,
      stored === all && all === expected.size ? "met" : "missed",
    ],
  ];
}

const NOTHING = { runs: {}, documents: 0, artifacts: 0, bytes: 0 };

/** Finds the runs to keep by another method than the sweep: the last completed run on the main branch, or on a branch that is not quiet. */
function newestOf(planned: readonly PlannedRun[], now: Date): string[] {
  const newest = new Map<string, PlannedRun>();
  const lastOf = new Map<string, number>();
  for (const run of planned) {
    const branch = `${run.project} ${run.branch}`;
    lastOf.set(branch, Math.max(lastOf.get(branch) ?? 0, run.at.getTime()));
    if (run.status === "completed") newest.set(`${branch} ${run.type} ${run.environment}`, run);
  }
  const isQuiet = ({ project, branch }: PlannedRun): boolean =>
    branch !== null && now.getTime() - (lastOf.get(`${project} ${branch}`) ?? 0) > QUIET_BRANCH_DAYS * DAY_MS;
  return [...newest.values()].filter((run) => !isQuiet(run)).map(({ id }) => id);
}
