// Measures how long screens, tools and the CI status take over a long history, on the embedded database.
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { connect } from "../../models/database/connect.ts";
import { bindModels, ensureIndexes } from "../../models/index.ts";
import { admin } from "../../temporal-dev/adminCommand.ts";
import { type Service, startService } from "../../temporal-dev/service.ts";
import { type SessionClient, signIn } from "../../temporal-dev/sessionClient.ts";
import { table } from "../../temporal-dev/table.ts";
import { median, p95 } from "../lib/stats.ts";
import { commandsIn, forgetCommands, watchedEnv } from "./commands.ts";
import { type Face, facesOf, newestOf } from "./faces.ts";
import type { PlannedRun } from "./plan.ts";
import { verdictOf } from "./verdict.ts";
import { writeHistory } from "./write.ts";

const PERSON = { email: "bench@plumbline.example", password: "correct horse battery staple" };
const BARS = { screen: 300, tool: 500 };
const BAR_STATUS = 50;
const BAR_START_MS = 5_000;
const WARM_UP = 1;
/** Faces slower than this are measured with fewer calls. */
const MAX_OF_ONE_MS = 15_000;
const BETWEEN_STATUS_MS = 100;

export type ReadsOptions = {
  /** Number of runs in the history. */
  runs: number;
  /** Number of calls per row. */
  calls: number;
  /** Folder where the generated history is kept and reused. */
  keep?: string;
  /** Only faces whose name contains this text. */
  only?: string;
  /** Also prints what each face asks of the database, by logging the commands of one call. */
  commands?: boolean;
};

/** What was written to a kept folder. */
type Written = { runs: number; key: string; planned: PlannedRun[] };
/** `status`: of a failed response, or else 200. */
type Figures = { name: string; bar: number; times: number[]; status: number };

/** `npm run bench -- reads [--runs N] [--calls N] [--keep FOLDER] [--only TEXT] [--commands]` */
export function readsOptions(args: readonly string[]): ReadsOptions {
  const value = (name: string): string | undefined => {
    const at = args.indexOf(name);
    return at < 0 ? undefined : args[at + 1];
  };
  const options: ReadsOptions = { runs: Number(value("--runs")) || 10_000, calls: Number(value("--calls")) || 50 };
  const [keep, only] = [value("--keep"), value("--only")];
  if (keep !== undefined) options.keep = path.resolve(keep);
  if (only !== undefined) options.only = only;
  if (args.includes("--commands")) options.commands = true;
  return options;
}

/** Generates the history unless it exists, and requests everything. Returns the table, worst first. */
export async function benchReads(options: ReadsOptions, log: (line: string) => void): Promise<string> {
  const dir = options.keep ?? (await mkdtemp(path.join(tmpdir(), "plumbline-bench-")));
  await mkdir(dir, { recursive: true });
  try {
    const written = await writtenIn(dir, options.runs, log);
    const file = options.commands ? path.join(dir, "commands.jsonl") : null;
    const { service, ms } = await startIn(dir, log, file);
    try {
      return await measure(service, written, { ...options, startMs: ms, file }, log);
    } finally {
      await service.stop();
    }
  } finally {
    if (options.keep === undefined) await rm(dir, { recursive: true, force: true });
  }
}

async function startIn(
  dir: string,
  log: (line: string) => void,
  file: string | null = null,
): Promise<{ service: Service; ms: number }> {
  const started = performance.now();
  const rates = {
    SVC_TRIGGER_RATE_PER_MINUTE: "10000",
    SVC_CI_RATE_PER_MINUTE: "1000000",
    SVC_INVOKE_RATE_PER_MINUTE: "1000000",
  };
  const service = await startService({
    dataDir: path.join(dir, "data"),
    env: { ...(file === null ? process.env : watchedEnv(process.env, file)), ...rates },
    log,
    port: 0,
    private: true,
  });
  return { service, ms: performance.now() - started };
}

async function writtenIn(dir: string, runs: number, log: (line: string) => void): Promise<Written> {
  const file = path.join(dir, "history.json");
  if (existsSync(file)) {
    const kept = JSON.parse(await readFile(file, "utf8")) as Written;
    if (kept.runs !== runs) throw new Error(`${dir} holds a history of ${kept.runs} runs; choose another folder.`);
    return kept;
  }
  const { service } = await startIn(dir, log);
  try {
    const run = (args: string[], stdin = "") => admin(service.dataDir, args, service.env, stdin);
    const user = ["users", "create", "--email", PERSON.email, "--name", "Bench", "--role", "admin", "--password-stdin"];
    await run(user, PERSON.password);
    const connection = await connect(service.stack.mongoUri, { dbName: service.env.SVC_MONGO_DATABASE || "plumbline" });
    const models = bindModels(connection);
    await ensureIndexes(models);
    const org = await models.organisations.findOne({}).lean<{ _id: string }>();
    const { runs: planned } = await writeHistory(models, org?._id ?? "", runs, log);
    await connection.close();
    await run(["organisations", "set-plan", "--plan", "enterprise"]);
    const key = await run(["keys", "create", "--project", "shop", "--scope", "mcp_full", "--name", "bench"]);
    const written: Written = { runs, key, planned };
    await writeFile(file, JSON.stringify(written));
    return written;
  } finally {
    await service.stop();
  }
}

async function measure(
  { apiUrl }: Service,
  { key, planned }: Written,
  { runs, calls, only, startMs, file }: ReadsOptions & { startMs: number; file: string | null },
  log: (line: string) => void,
): Promise<string> {
  const person = await signIn(apiUrl, PERSON.email, PERSON.password);
  const status = file === null ? watchStatus(`${apiUrl}/api/ci/status/${newestOf(planned).vrt}`, key) : null;
  const rows: Figures[] = [];
  for (const face of facesOf(planned).filter(({ name }) => only === undefined || name.includes(only))) {
    const figures = await timesOf(apiUrl, face, { person, key }, calls);
    rows.push(figures);
    log(`${figures.name}: ${median(figures.times).toFixed(0)} ms`);
    if (file === null) continue;
    forgetCommands(file);
    await timesOf(apiUrl, face, { person, key }, 0);
    log(`  ${await commandsIn(file)}`);
  }
  const beside = await status?.stop();
  if (beside) rows.push({ name: "CI status beside them", bar: BAR_STATUS, ...beside });
  const sorted = rows.toSorted((a, b) => p95(b.times) / b.bar - p95(a.times) / a.bar);
  const lines = sorted.map(({ name, bar, times, status }) => {
    const most = p95(times);
    const told = status === 200 || status === 202 ? name : `${name} (answered ${status})`;
    return [told, median(times).toFixed(0), most.toFixed(0), `≤ ${bar}`, verdictOf({ status, ms: most, bar })];
  });
  lines.push(["start", "", startMs.toFixed(0), `≤ ${BAR_START_MS}`, startMs <= BAR_START_MS ? "met" : "missed"]);
  return table([`${runs} runs`, "p50 ms", "p95 ms", "bar", ""], lines);
}

async function timesOf(
  apiUrl: string,
  face: Face,
  { person, key }: { person: SessionClient; key: string },
  calls: number,
): Promise<Figures> {
  const times: number[] = [];
  let status = 200;
  const ask = async (): Promise<void> => {
    if (face.kind === "screen") {
      await person.get(face.path).catch((error: { status?: number }) => (status = error.status ?? 0));
      return;
    }
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const answer = await fetch(`${apiUrl}${face.path}`, {
      method: face.method,
      headers,
      body: JSON.stringify(face.body),
    });
    await answer.text();
    // The row shows a failure even if later calls succeed.
    if (!answer.ok) status = answer.status;
  };
  const begun = performance.now();
  for (let call = -WARM_UP; call < calls; call += 1) {
    const started = performance.now();
    await ask();
    if (call >= 0) times.push(performance.now() - started);
    if (times.length > 0 && performance.now() - begun > MAX_OF_ONE_MS) break;
  }
  return { name: `${face.kind} ${face.name}`, bar: BARS[face.kind], times, status };
}

/** Polls the status while other requests are made. */
function watchStatus(url: string, key: string): { stop(): Promise<Pick<Figures, "times" | "status">> } {
  const times: number[] = [];
  let status = 200;
  let over = false;
  const loop = (async () => {
    while (!over) {
      const started = performance.now();
      const answer = await fetch(url, { headers: { "x-api-key": key } });
      await answer.text();
      if (!answer.ok) status = answer.status;
      times.push(performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_STATUS_MS));
    }
  })();
  return {
    stop: async () => {
      over = true;
      await loop;
      return { times, status };
    },
  };
}
