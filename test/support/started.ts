// `npm start` as a user runs it: temporal-dev/start.ts as a separate process, whose child processes are found in Linux's process table and
// killed by their ids.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Connection } from "@temporalio/client";
import { descendantsOf } from "../../browsers/processes.ts";
import { takePort } from "../../temporal-dev/ports.ts";
import type { Runtime } from "../../temporal-dev/runtimeFile.ts";
import { eventually } from "./eventually.ts";
import { alive } from "./faults.ts";
import { withModels } from "./watched.ts";

const START = fileURLToPath(new URL("../../temporal-dev/start.ts", import.meta.url));
/** Maximum duration of a start on a busy machine; each part has a minute. */
const START_MS = 180_000;
const STOP_MS = 60_000;

/** Command line pattern of each process; a server's guard contains the server's command line in its own. */
const COMMANDS = {
  api: /[/\\]api[/\\]main\.ts/,
  worker: /[/\\]workers[/\\]main\.ts/,
  temporal: /\bserver start-dev\b/,
  database: /plumbline-ferretdb-|mongod/,
  browser: /^\S*chrom/,
  lighthouse: /[/\\]perf[/\\]child\.ts/,
} as const;
const GUARD = /guard\.mjs|^\/bin\/sh /;

export type Role = keyof typeof COMMANDS;
export type Started = {
  apiUrl: string;
  dataDir: string;
  /** Folder of this service's temporary files. */
  tmpDir: string;
  env: NodeJS.ProcessEnv;
  /** In the form that the invariants expect; the addresses are those of the latest start. */
  service: { dataDir: string; stack: { mongoUri: string; temporalAddress: string } };
  /** The parent process, followed by all of its descendants. */
  pids(): number[];
  pidsOf(role: Role): number[];
  /** Resolves when `npm start` reports that it is ready. */
  start(): Promise<void>;
  /** Stops the service as Ctrl-C does; all of its processes have ended afterwards. */
  stop(): Promise<void>;
  /** Resolves when a process of this role that is not in `before` is running and working. */
  up(role: Role, before: readonly number[]): Promise<void>;
  /** Output of all starts. */
  said(): string;
};

export async function startStarted(settings: Record<string, string>): Promise<Started> {
  const root = await mkdtemp(path.join(tmpdir(), "plumbline-start-"));
  const dataDir = path.join(root, "data");
  // A separate folder, so that Lighthouse here does not wait for other tests, and leftovers are visible.
  const tmpDir = path.join(root, "tmp");
  await mkdir(tmpDir);
  const port = await takePort(0);
  const { MONGODB_URI: _m, TEMPORAL_ADDRESS: _t, ...inherited } = process.env;
  const env: NodeJS.ProcessEnv = {
    ...inherited,
    SVC_WORKER_METRICS_PORT: "0",
    ...settings,
    SVC_PORT: String(port),
    SVC_DATA_DIR: dataDir,
    TMPDIR: tmpDir,
  };
  const apiUrl = `http://127.0.0.1:${port}`;
  const service = { dataDir, stack: { mongoUri: "", temporalAddress: "" } };
  let said = "";
  let parent: ChildProcess | null = null;

  const pids = () => (parent?.pid ? [parent.pid, ...descendantsOf(parent.pid)] : []);
  const pidsOf = (role: Role) =>
    pids().filter((pid) => {
      const command = commandOf(pid);
      return alive(pid) && !GUARD.test(command) && COMMANDS[role].test(command);
    });
  /** Waits until the process has logged that it is working. */
  const logged = async (name: "api" | "worker", words: string, pid: number) => {
    const lines = (await readFile(path.join(dataDir, "logs", `${name}.log`), "utf8")).split("\n");
    return lines.some((line) => line.includes(words) && new RegExp(`"pid":${pid}\\b`).test(line));
  };
  /**
   * Waits until the API reports its parts as available. Polling workers are no indication, because fully busy workers do not poll and a
   * restarted Temporal does not know them.
   */
  const serves = async (...parts: ("temporal" | "database")[]) => {
    const answer = await fetch(`${apiUrl}/api/ready`);
    const { parts: told } = (await answer.json()) as { parts: Record<string, { ok: boolean }> };
    return parts.every((part) => told[part]?.ok);
  };
  const works: Record<Role, (pid: number) => Promise<boolean>> = {
    api: async (pid) => (await logged("api", "the API listens", pid)) && serves("temporal", "database"),
    worker: (pid) => logged("worker", "worker is polling", pid),
    temporal: async () => {
      const connection = await Connection.connect({ address: service.stack.temporalAddress, connectTimeout: 1_000 });
      await connection.close();
      return serves("temporal");
    },
    database: async () => {
      await withModels(started, (models) => models.runs.findOne({}, { _id: 1 }).lean());
      return serves("database");
    },
    browser: async () => true,
    lighthouse: async () => true,
  };

  const started: Started = {
    apiUrl,
    dataDir,
    tmpDir,
    env,
    service,
    pids,
    pidsOf,
    async start() {
      const child = spawn(process.execPath, [START], { env, stdio: ["ignore", "pipe", "pipe"], detached: true });
      parent = child;
      const from = said.length;
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (data: Buffer) => {
          said += data.toString();
        });
      await eventually(
        "npm start is ready",
        async () => {
          if (child.exitCode !== null) throw new Error(`npm start ended: ${said.slice(from)}`);
          return /^ready /m.test(said.slice(from));
        },
        START_MS,
      );
      const runtime = JSON.parse(await readFile(path.join(dataDir, "runtime.json"), "utf8")) as Runtime;
      service.stack = { mongoUri: runtime.mongoUri, temporalAddress: runtime.temporalAddress };
    },
    async stop() {
      const child = parent;
      if (child && child.exitCode === null && child.signalCode === null) {
        const all = pids();
        const gone = once(child, "exit");
        child.kill("SIGTERM");
        await gone;
        await eventually("nothing is left of npm start", async () => !all.some(alive), STOP_MS);
      }
      await rm(root, { recursive: true, force: true });
    },
    async up(role, before) {
      await eventually(`the ${role} is up again`, async () => {
        const [pid] = pidsOf(role).filter((one) => !before.includes(one));
        return pid !== undefined && (await works[role](pid).catch(() => false));
      });
    },
    said: () => said,
  };
  try {
    await started.start();
  } catch (error) {
    await started.stop();
    throw error;
  }
  return started;
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}
