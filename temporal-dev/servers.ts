// Command lines of the servers in the local stack.
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { Connection, type WorkflowService } from "@temporalio/client";
import type { MarkMode } from "../domain/installation.ts";
import { checkTemporal } from "../platform/temporal/namespaceMark.ts";
import { knock, type Probe, Server } from "./child.ts";
import { uriOfSocket } from "./databaseSocket.ts";
import { prepareTemporal } from "./temporal-ready.ts";

export interface TemporalOptions {
  program: string;
  dataDir: string;
  port: number;
  /** Where its web interface listens, which has no authentication; without it there is no interface. */
  ui?: { host: string; port: number };
  namespace: string;
  /** Id of the installation it belongs to. The server is marked with it, and after the first start the mark is required. */
  installation?: string;
  /** Receives a line when the server is lost, when it is running again, and when its log cannot be written. */
  log?: (line: string) => void;
  /** Called after every start. */
  onUp?: () => void;
}

/** Settings that Plumbline needs from any Temporal server; deploy/temporal.yaml has them for external ones. */
export const FAIR_SETTINGS = {
  // Many runs of one project must not starve a single run of another; fairness keys need the new matcher.
  "matching.useNewMatcher": true,
  "matching.enableFairness": true,
  // Each partition of a queue has its own order, so with a single one tasks are strictly ordered. The other partitions are still read, for
  // tasks from before.
  "matching.numTaskqueueWritePartitions": 1,
};

/** Temporal's development server with its data in <dataDir>/temporal.db. */
export function temporalServer({
  program,
  dataDir,
  port,
  ui,
  namespace,
  installation,
  ...told
}: TemporalOptions): Server {
  const settings = {
    ...FAIR_SETTINGS,
    // New search attributes take effect immediately, not after the cache's minute.
    "system.forceSearchAttributesCacheRefreshOnRead": true,
    // Makes its HTTP API respond only to this host name, so that browsers cannot use it. The service uses gRPC, which browsers do not speak.
    "frontend.httpAllowedHosts": ["plumbline.invalid"],
  };
  const args = ["server", "start-dev", "--ip", "127.0.0.1", "--port", `${port}`];
  args.push(...(ui ? ["--ui-ip", ui.host, "--ui-port", `${ui.port}`] : ["--headless"]));
  args.push("--db-filename", join(dataDir, "temporal.db"), "--namespace", namespace);
  args.push("--log-level", "error", "--log-format", "json");
  // WAL with synchronous=1 survives any crash of the process, and saves an fsync per workflow step.
  args.push("--sqlite-pragma", "journal_mode=wal", "--sqlite-pragma", "synchronous=1");
  for (const [key, value] of Object.entries(settings))
    args.push("--dynamic-config-value", `${key}=${JSON.stringify(value)}`);
  const address = `127.0.0.1:${port}`;
  // A port used by this server may belong to another installation after a restart.
  let mode: MarkMode = "own";
  const ours = async (service: WorkflowService) => {
    if (installation === undefined) return;
    await checkTemporal(service, { address, namespace, us: { id: installation, queuePrefix: "" }, mode });
    mode = "require";
  };
  return new Server({
    name: "Temporal",
    command: program,
    args,
    // Collects garbage at half the default growth: 30 MB less at rest.
    env: { GOGC: "50" },
    logFile: join(dataDir, "temporal.log"),
    check: async () => {
      await knock(port); // a refused connection fails immediately; a gRPC client takes longer
      await prepareTemporal({ address, tls: false }, namespace, ours);
    },
    readyMs: 60_000,
    probe: () => probeTemporal(address),
    ...told,
  });
}

/** A probe that takes longer than this counts as unanswered. */
const PROBE_MS = 2_000;

function probeTemporal(address: string): Probe {
  // Without the default retries, because a retry after the connection was closed would end this process.
  const connection = Connection.lazy({ address, interceptors: [] });
  return {
    ask: () => connection.withDeadline(Date.now() + PROBE_MS, () => connection.workflowService.getSystemInfo({})),
    close: () => connection.close(),
  };
}

function probeMongo(socket: string): Probe {
  // The driver takes a while to load, and the first response is not urgent.
  const connecting = import("mongoose").then(
    ({ default: { mongo } }) =>
      new mongo.MongoClient(uriOfSocket(socket, "admin"), {
        maxPoolSize: 1,
        serverSelectionTimeoutMS: PROBE_MS,
        socketTimeoutMS: PROBE_MS,
        waitQueueTimeoutMS: PROBE_MS,
      }),
  );
  return {
    ask: async () => (await connecting).db().command({ ping: 1 }),
    close: async () => (await connecting).close(true),
  };
}

export interface MongoOptions {
  kind: "mongod" | "embedded";
  program: string;
  dataDir: string;
  /** Unix socket to listen on. */
  socket: string;
  /** Receives a line when the server is lost, when it is running again, and when its log cannot be written. */
  log?: (line: string) => void;
  /** Called after every start. */
  onUp?: () => void;
}

/** The database with its data in <dataDir>/mongod or <dataDir>/ferretdb. It needs no password and opens no port. */
export function mongoServer({ kind, program, dataDir, socket, ...told }: MongoOptions): Server {
  const folder = join(dataDir, kind === "mongod" ? "mongod" : "ferretdb");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const args =
    kind === "mongod"
      ? // It makes a second socket, named after a port that it does not open; that one is not to lie in /tmp.
        [
          "--dbpath",
          folder,
          "--bind_ip",
          socket,
          "--unixSocketPrefix",
          dirname(socket),
          "--filePermissions",
          "0700",
          "--quiet",
        ]
      : ["--dir", folder, "--socket", socket, "--exit-with-stdin"];
  return new Server({
    name: "MongoDB",
    command: program,
    args,
    logFile: join(dataDir, "mongo.log"),
    check: () => knock(socket),
    readyMs: 60_000,
    probe: () => probeMongo(socket),
    watchesStdin: kind === "embedded",
    ...told,
  });
}
