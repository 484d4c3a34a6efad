// How the servers of the local stack are run: the table of commands.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { knock, Server } from "./child.ts";
import { prepareTemporal } from "./temporal-ready.ts";

export interface TemporalOptions {
  program: string;
  dataDir: string;
  port: number;
  uiPort: number;
  namespace: string;
  /** Takes a line when the server is lost, when it runs again, and when its log cannot be written. */
  log?: (line: string) => void;
  /** Told after every start. */
  onUp?: () => void;
}

/** The development server of Temporal with its data in <dataDir>/temporal.db. */
export function temporalServer({ program, dataDir, port, uiPort, namespace, ...told }: TemporalOptions): Server {
  const settings = {
    // One project's many runs must not starve another's one: fairness keys need the new matcher.
    "matching.useNewMatcher": true,
    "matching.enableFairness": true,
    // New search attributes count at once, not after the cache's minute.
    "system.forceSearchAttributesCacheRefreshOnRead": true,
  };
  const args = ["server", "start-dev", "--ip", "127.0.0.1", "--port", `${port}`, "--ui-port", `${uiPort}`];
  args.push("--db-filename", join(dataDir, "temporal.db"), "--namespace", namespace, "--log-level", "error");
  // WAL with synchronous=1 survives every death of the process; it saves an fsync per step of a workflow.
  args.push("--sqlite-pragma", "journal_mode=wal", "--sqlite-pragma", "synchronous=1");
  for (const [key, value] of Object.entries(settings)) args.push("--dynamic-config-value", `${key}=${value}`);
  return new Server({
    name: "Temporal",
    command: program,
    args,
    logFile: join(dataDir, "temporal.log"),
    check: async () => {
      await knock(port); // a refused connection is known at once; a gRPC client takes its time
      await prepareTemporal({ address: `127.0.0.1:${port}`, tls: false }, namespace);
    },
    readyMs: 60_000,
    ...told,
  });
}

export interface MongoOptions {
  kind: "mongod" | "embedded";
  program: string;
  dataDir: string;
  port: number;
  /** Takes a line when the server is lost, when it runs again, and when its log cannot be written. */
  log?: (line: string) => void;
  /** Told after every start. */
  onUp?: () => void;
}

/** The database with its data in <dataDir>/mongod or <dataDir>/ferretdb. */
export function mongoServer({ kind, program, dataDir, port, ...told }: MongoOptions): Server {
  const folder = join(dataDir, kind === "mongod" ? "mongod" : "ferretdb");
  mkdirSync(folder, { recursive: true });
  const args =
    kind === "mongod"
      ? ["--dbpath", folder, "--bind_ip", "127.0.0.1", "--port", `${port}`, "--nounixsocket", "--quiet"]
      : ["--dir", folder, "--listen", `127.0.0.1:${port}`, "--exit-with-stdin"];
  return new Server({
    name: "MongoDB",
    command: program,
    args,
    logFile: join(dataDir, "mongo.log"),
    check: () => knock(port),
    readyMs: 60_000,
    watchesStdin: kind === "embedded",
    ...told,
  });
}
