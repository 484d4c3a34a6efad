// The local stack: Temporal and the database, in the variants available on this machine.
import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { readConfig } from "../domain/config.ts";
import { mongoHosts } from "../domain/mongoHosts.ts";
import { openDataFolder } from "../platform/dataFolder.ts";
import { startCheck } from "../platform/startCheck.ts";
import { SearchAttributesError } from "../platform/temporal/searchAttributes.ts";
import { temporalConnectionOptions } from "../platform/temporal/temporalConnection.ts";
import type { Server } from "./child.ts";
import { type DataLock, lockDataDir } from "./data-lock.ts";
import { databaseSocket, uriOfSocket } from "./databaseSocket.ts";
import { installationOf, knownInstallation } from "./installation.ts";
import { claimRunning } from "./oneRunning.ts";
import { hiddenAddress, PortBook } from "./ports.ts";
import { mongoServer, temporalServer } from "./servers.ts";
import { type MongoPart, setUp, type TemporalPart } from "./setup.mjs";
import { prepareTemporal } from "./temporal-ready.ts";
import { startUiFront, type UiFront, workHome } from "./uiFront.ts";

const database = "plumbline";

export interface StackOptions {
  /** Folder for the files of Temporal and the database; created if missing. */
  dataDir: string;
  /** Preferred ports. If one is taken, another one is used and logged. Defaults: 7233 and 8233; 0 for any. */
  temporalPort?: number;
  uiPort?: number;
  /** Receives progress lines. */
  log?: (line: string) => void;
  /**
   * Lock of the data folder, if the caller already holds it for the duration of one command; the stack releases it. In that case copies of
   * a folder may run at the same time, such as those CI restored for two jobs, because neither outlives its command.
   */
  lock?: DataLock;
  /** Whether `stop()` removes the data folder. */
  ephemeral?: boolean;
}

export interface Stack {
  /** host:port */
  temporalAddress: string;
  temporalNamespace: string;
  /** For an external Temporal: SVC_TEMPORAL_UI_URL, or null if it is not set. */
  temporalUiUrl: string | null;
  /** Link that signs in to the web interface of the local Temporal: a secret. */
  temporalUiLink: string | null;
  /** Includes the name of the database. */
  mongoUri: string;
  mongoKind: "external" | "mongod" | "embedded";
  temporalKind: "external" | "cli";
  /** Process ids of the running local servers. */
  readonly pids: { temporal?: number; mongo?: number };
  /** Starting and killing keeps ports and files. Throws for an external server. */
  startTemporal(): Promise<void>;
  stopTemporal(): Promise<void>;
  killTemporal(): Promise<void>;
  restartTemporal(): Promise<void>;
  startMongo(): Promise<void>;
  stopMongo(): Promise<void>;
  killMongo(): Promise<void>;
  /** Environment variables a process needs to use this stack: TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, MONGODB_URI. */
  env(): Record<string, string>;
  /** Marks the end of its servers as expected from now on. */
  expectEnd(): void;
  /** Stops the local servers in order and waits for them. A second call does nothing. */
  stop(): Promise<void>;
}

/**
 * Starts Temporal and the database (or uses TEMPORAL_ADDRESS and MONGODB_URI) and waits until both respond and Temporal has Plumbline's
 * search attributes. Sets up what is missing first.
 * @throws Error in one line if a part does not start or the data folder is in use; ConfigError if an address is unreachable
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { log = () => {}, ephemeral = false } = options;
  const dataDir = resolve(options.dataDir);
  const parts = await setUp({ parts: ["temporal", "mongo"], log });
  await openDataFolder(dataDir, log);
  // Must run before the database creates its folder there.
  let installation = await knownInstallation(dataDir, parts.mongo!.kind);
  const claim = (id: string | null) => (id === null || options.lock ? () => {} : claimRunning(id, dataDir));
  // Must run before trusting the content of the folder: a copy contains data such as the process ids of the original.
  let letGo = claim(installation);
  const lock =
    options.lock ??
    (await lockDataDir(dataDir).catch((error: unknown) => {
      letGo();
      throw error;
    }));
  const ports = new PortBook(log);
  const namespace = process.env.TEMPORAL_NAMESPACE || "default";
  const pids = () => ({ temporal: temporal?.server?.pid, mongo: mongo.server?.pid });
  const told = { log, onUp: () => note(lock, dataDir, pids()) };
  const mongo = mongoOf(parts.mongo!, dataDir, told);
  let temporal: TemporalHere | undefined;
  let front: UiFront | undefined;
  const stop = async () => {
    await Promise.all([front?.close(), temporal?.server?.stop(), mongo.server?.stop()]);
    mongo.release?.();
    ports.release();
    letGo();
    lock.release();
    if (ephemeral) rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await mongo.check?.();
    if (installation === null) {
      await mongo.server?.start();
      installation = await installationOf(mongo.uri, process.env.SVC_MONGO_DATABASE || database, dataDir);
      letGo = claim(installation);
    }
    const here = await temporalOf(parts.temporal!, { ...options, dataDir }, { ports, namespace, installation, told });
    temporal = here;
    const openFront = async () => {
      front = await here.openFront?.();
    };
    const starting = [here.server?.start() ?? here.check(), mongo.server?.start(), openFront()];
    await Promise.allSettled(starting);
    await Promise.all(starting);
  } catch (error) {
    await stop();
    throw error;
  }
  const ofTemporal = controls("Temporal", temporal.server);
  const ofMongo = controls("the database", mongo.server);
  let stopped: Promise<void> | undefined;
  return {
    temporalAddress: temporal.address,
    temporalNamespace: namespace,
    temporalUiUrl: front?.url ?? temporal.uiUrl,
    temporalUiLink: front?.link ?? null,
    temporalKind: parts.temporal!.kind,
    mongoUri: mongo.uri,
    mongoKind: parts.mongo!.kind,
    get pids() {
      return pids();
    },
    startTemporal: ofTemporal.start,
    stopTemporal: ofTemporal.stop,
    killTemporal: ofTemporal.kill,
    restartTemporal: async () => {
      await ofTemporal.stop();
      await ofTemporal.start();
    },
    startMongo: ofMongo.start,
    stopMongo: ofMongo.stop,
    killMongo: ofMongo.kill,
    env: () => ({ TEMPORAL_ADDRESS: temporal.address, TEMPORAL_NAMESPACE: namespace, MONGODB_URI: mongo.uri }),
    expectEnd: () => {
      temporal?.server?.expectEnd();
      mongo.server?.expectEnd();
    },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** Callbacks for the servers of the stack. */
type Told = { log: (line: string) => void; onUp: () => void };

interface TemporalHere {
  address: string;
  uiUrl: string | null;
  server?: Server;
  check(): Promise<void>;
  /** Starts the front of its web interface, for a local server. */
  openFront?(): Promise<UiFront>;
}

async function temporalOf(
  part: TemporalPart,
  { dataDir, temporalPort = 7233, uiPort = 8233 }: StackOptions,
  { ports, namespace, installation, told }: { ports: PortBook; namespace: string; installation: string; told: Told },
): Promise<TemporalHere> {
  if (part.kind === "external") {
    const check = async () => {
      const options = await temporalConnectionOptions(part.address, readConfig(process.env));
      const blames = (error: unknown) => !(error instanceof SearchAttributesError);
      const trouble = `Temporal at ${part.address} does not answer`;
      await startCheck({ variable: "TEMPORAL_ADDRESS", trouble, blames }, prepareTemporal(options, namespace));
    };
    return { address: part.address, uiUrl: process.env.SVC_TEMPORAL_UI_URL ?? null, check };
  }
  const port = await ports.take("Temporal", temporalPort);
  const frontPort = await ports.take("the Temporal UI", uiPort);
  const ui = { host: await hiddenAddress(), port: await ports.take("", 0) };
  const server = temporalServer({ program: part.path, dataDir, port, ui, namespace, installation, ...told });
  const openFront = () => startUiFront(frontPort, ui, workHome(namespace));
  return { address: `127.0.0.1:${port}`, uiUrl: null, server, check: async () => {}, openFront };
}

type MongoHere = { uri: string; server?: Server; check?(): Promise<void>; release?(): void };

function mongoOf(part: MongoPart, dataDir: string, told: Told): MongoHere {
  if (part.kind === "external") {
    const uri = withDatabase(part.uri);
    const trouble = `the database at ${mongoHosts(uri)} does not answer`;
    return { uri, check: () => startCheck({ variable: "MONGODB_URI", trouble }, reach(uri)) };
  }
  const { file, release } = databaseSocket(dataDir);
  const server = mongoServer({ kind: part.kind, program: part.path, dataDir, socket: file, ...told });
  return { uri: uriOfSocket(file, database), server, release };
}

async function reach(uri: string): Promise<void> {
  const { connect } = await import("../models/database/connect.ts");
  const connection = await connect(uri, { maxPoolSize: 1 });
  await connection.close();
}

/** Adds the default database to a connection string that has none. */
export function withDatabase(uri: string): string {
  const [, start = uri, path = "", query = ""] = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(\/[^?]*)?(\?.*)?$/.exec(uri) ?? [];
  return path.length > 1 ? uri : `${start}/${database}${query}`;
}

function controls(name: string, server: Server | undefined) {
  const ours = (): Server => {
    if (!server) throw new Error(`${name} is not run by this stack: it cannot be started or stopped here`);
    return server;
  };
  return {
    start: async () => ours().start(),
    stop: async () => ours().stop(),
    kill: async () => ours().kill(),
  };
}

/** The data folder identifies the servers, because their command lines contain file names in it. */
function note(lock: DataLock, dataDir: string, { temporal, mongo }: Stack["pids"]): void {
  lock.note([temporal, mongo].flatMap((pid) => (pid === undefined ? [] : [{ pid, word: dataDir }])));
}
