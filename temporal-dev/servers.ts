// How the servers of the local stack are run: the table of commands.
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
  /** Where its web interface listens; left out: nowhere. It has no authentication. */
  ui?: { host: string; port: number };
  namespace: string;
  /** The id of the installation that it belongs to. It bears its mark, and after the first start it must. */
  installation?: string;
  /** Takes a line when the server is lost, when it runs again, and when its log cannot be written. */
  log?: (line: string) => void;
  /** Told after every start. */
  onUp?: () => void;
}

/** The development server of Temporal with its data in <dataDir>/temporal.db. */
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
    // One organisation's many runs must not starve another's one: fairness keys need the new matcher.
    "matching.useNewMatcher": true,
    "matching.enableFairness": true,
    // Each partition of a queue has an order of its own: with one, what goes first goes first. The others are still read, for what
    // lies in them from before.
    "matching.numTaskqueueWritePartitions": 1,
    // New search attributes count at once, not after the cache's minute.
    "system.forceSearchAttributesCacheRefreshOnRead": true,
    // Its HTTP API answers under this name alone, so not to browsers. We use gRPC, which they do not speak.
    "frontend.httpAllowedHosts": ["plumbline.invalid"],
  };
  const args = ["server", "start-dev", "--ip", "127.0.0.1", "--port", `${port}`];
  args.push(...(ui ? ["--ui-ip", ui.host, "--ui-port", `${ui.port}`] : ["--headless"]));
  args.push("--db-filename", join(dataDir, "temporal.db"), "--namespace", namespace);
  args.push("--log-level", "error", "--log-format", "json");
  // WAL with synchronous=1 survives every death of the process; it saves an fsync per step of a workflow.
  args.push("--sqlite-pragma", "journal_mode=wal", "--sqlite-pragma", "synchronous=1");
  for (const [key, value] of Object.entries(settings))
    args.push("--dynamic-config-value", `${key}=${JSON.stringify(value)}`);
  const address = `127.0.0.1:${port}`;
  // A port that was ours may be another installation's when we start again.
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
    logFile: join(dataDir, "temporal.log"),
    check: async () => {
      await knock(port); // a refused connection is known at once; a gRPC client takes its time
      await prepareTemporal({ address, tls: false }, namespace, ours);
    },
    readyMs: 60_000,
    probe: () => probeTemporal(address),
    ...told,
  });
}

/** A probe that waits longer than this counts as unanswered. */
const PROBE_MS = 2_000;

function probeTemporal(address: string): Probe {
  // Without the usual repeats: one that comes after the connection was closed would end this process.
  const connection = Connection.lazy({ address, interceptors: [] });
  return {
    ask: () => connection.withDeadline(Date.now() + PROBE_MS, () => connection.workflowService.getSystemInfo({})),
    close: () => connection.close(),
  };
}

function probeMongo(socket: string): Probe {
  // The driver takes a while to load, and nobody waits for the first answer.
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
  /** The Unix socket it listens on. */
  socket: string;
  /** Takes a line when the server is lost, when it runs again, and when its log cannot be written. */
  log?: (line: string) => void;
  /** Told after every start. */
  onUp?: () => void;
}

/** The database with its data in <dataDir>/mongod or <dataDir>/ferretdb. It asks for no password and opens no port. */
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
