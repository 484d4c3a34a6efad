// Runs the whole service on one machine: Temporal, database, worker and API as separate processes.
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { readConfig } from "../domain/config.ts";
import { collectAtRest } from "../platform/collectAtRest.ts";
import { type Child, createChild } from "./children.ts";
import type { DataLock } from "./data-lock.ts";
import { watchDisk } from "./diskWatch.ts";
import { cacheDir } from "./lib/paths.mjs";
import { addressOf, takePort } from "./ports.ts";
import { removeRuntimeFile, writeRuntimeFile } from "./runtimeFile.ts";
import { type Stack, startStack } from "./stack.ts";

export type Service = {
  apiUrl: string;
  dataDir: string;
  stack: Stack;
  api: Child;
  worker: Child;
  env: NodeJS.ProcessEnv;
  stop(): Promise<void>;
};
export type ServiceOptions = {
  dataDir: string;
  env: NodeJS.ProcessEnv;
  log(line: string): void;
  /** Preferred port of the API. If it is taken, another one is used and logged. 0: any. */
  port?: number;
  /** Uses any free ports and does not claim the default ones, for tests and benchmarks. */
  private?: boolean;
  /** Lock of the data folder, if the caller already holds it; the service releases it. */
  lock?: DataLock;
};

/** An empty variable counts as unset. */
const PLAIN_TEMPORAL = {
  TEMPORAL_API_KEY: "",
  TEMPORAL_TLS: "",
  TEMPORAL_TLS_CLIENT_CERT_PATH: "",
  TEMPORAL_TLS_CLIENT_KEY_PATH: "",
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: "",
  TEMPORAL_TLS_SERVER_NAME: "",
};

/** Starts everything in order and waits until /api/ready succeeds. If a part fails, everything already started is stopped again. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { log } = options;
  const dataDir = path.resolve(options.dataDir);
  const logs = path.join(dataDir, "logs");
  await mkdir(logs, { recursive: true, mode: 0o700 });
  const started: (() => Promise<void>)[] = [];
  const expected: { expectEnd(): void }[] = [];
  const stop = async () => {
    for (const one of expected.splice(0)) one.expectEnd();
    for (const end of started.splice(0).reverse()) await end();
  };
  const disk = watchDisk({ folder: dataDir, log });
  started.push(async () => disk.stop());
  const settings = Promise.withResolvers<NodeJS.ProcessEnv>();
  const moved = migrationTeller(log);
  const child = (name: string, file: string) => {
    const place = { module: new URL(file, import.meta.url), logFile: path.join(logs, `${name}.log`) };
    return createChild({ ...place, name, env: options.env, log, settings: settings.promise, moved });
  };
  const worker = child("worker", "../workers/main.ts");
  const api = child("api", "../api/main.ts");
  // Started now, because loading their modules takes longer than starting the stack.
  const starting = Promise.all([worker.start(), api.start()]);
  starting.catch(() => undefined);
  try {
    const stack = await startStack({
      dataDir,
      log,
      ...(options.lock ? { lock: options.lock } : {}),
      ...(options.private ? { temporalPort: 0, uiPort: 0 } : {}),
    });
    started.push(
      () => stack.stop(),
      () => worker.stop(),
      () => api.stop(),
    );
    expected.push(stack, worker, api);
    const portFor = async (what: string, wanted: number) => {
      const port = await takePort(wanted);
      if (wanted !== 0 && port !== wanted) log(`port ${wanted} is taken: ${what} ${port}`);
      return port;
    };
    const port = await portFor("the API listens on", options.port ?? 4400);
    const { host, workerMetricsPort } = readConfig(options.env);
    const metricsPort =
      workerMetricsPort === 0
        ? 0
        : await portFor("the worker's metrics are on", options.private ? 0 : workerMetricsPort);
    const env: NodeJS.ProcessEnv = {
      ...options.env,
      SVC_WORKER_METRICS_PORT: String(metricsPort),
      SVC_PORT: String(port),
      SVC_DATA_DIR: dataDir,
      SVC_BUNDLE_DIR: options.env.SVC_BUNDLE_DIR || path.join(cacheDir(), "bundles"),
      // The most recently started version is always current here, even if it is an older one.
      SVC_WORKER_PROMOTION: options.env.SVC_WORKER_PROMOTION || "always",
      MONGODB_URI: stack.mongoUri,
      TEMPORAL_ADDRESS: stack.temporalAddress,
      // The local server uses plain text, whatever the variables for an external one say.
      ...(stack.temporalKind === "cli" ? { ...PLAIN_TEMPORAL, SVC_TEMPORAL_MARK: "require" } : {}),
      ...(stack.temporalUiUrl ? { SVC_TEMPORAL_UI_URL: stack.temporalUiUrl } : {}),
    };
    const apiUrl = addressOf(host, port);
    settings.resolve(env);
    await starting;
    await waitUntilReady(apiUrl);
    await writeRuntimeFile(dataDir, {
      pid: process.pid,
      apiUrl,
      mongoUri: stack.mongoUri,
      mongoDatabase: env.SVC_MONGO_DATABASE || "plumbline",
      temporalAddress: stack.temporalAddress,
      temporalUiLink: stack.temporalUiLink,
      secretKeyFile: path.join(dataDir, "secret.key"),
    });
    started.push(() => removeRuntimeFile(dataDir));
    collectAtRest();
    return { apiUrl, dataDir, stack, api, worker, env, stop };
  } catch (error) {
    await Promise.all([worker.stop(), api.stop()]);
    await stop();
    throw error;
  }
}

/** Interval for reporting a running migration; a shorter one is not worth a line. */
const TOLD_EVERY_MS = 10_000;
/** A migration is considered finished after this time without a message. */
const OVER_AFTER_MS = 60_000;

/** Reports the progress of a migration, which both processes watch, only once and not for every batch. */
export function migrationTeller(log: (line: string) => void, now = () => Date.now()): (step: string) => void {
  let began = 0;
  let toldAt = 0;
  let heardAt = Number.NEGATIVE_INFINITY;
  return (step) => {
    // A process restarted much later reports a new migration.
    if (now() - heardAt > OVER_AFTER_MS) began = toldAt = now();
    heardAt = now();
    if (now() - toldAt < TOLD_EVERY_MS) return;
    toldAt = now();
    log(`waiting for the migration of the data: ${step} (${Math.round((toldAt - began) / 1_000)} s so far)`);
  };
}

/** Polls /api/ready. Rejects after a minute with what is not ready. */
export async function waitUntilReady(apiUrl: string, timeoutMs = 60_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  let last = "no answer";
  while (Date.now() < deadline) {
    try {
      const answer = await fetch(`${apiUrl}/api/ready`);
      if (answer.ok) return;
      last = await answer.text();
    } catch (error) {
      last = error instanceof Error ? error.message : String(error);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The service did not become ready within ${timeoutMs / 1_000} s: ${last}`);
}
