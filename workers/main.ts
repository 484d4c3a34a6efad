// Entry point of a worker process: warm browsers, comparison threads, the filtering proxy, and the Temporal workers.
import path from "node:path";
import { Client } from "@temporalio/client";
import { NativeConnection, type Worker } from "@temporalio/worker";
import { ulid } from "ulid";
import { loadPillars } from "../activities/audit/pillars.ts";
import { captureShot } from "../activities/capture/engine/captureShot.ts";
import { createComparePool } from "../activities/compare/engine/pool.ts";
import { whileWaiting } from "../activities/heartbeat.ts";
import { createLighthouseSeo } from "../activities/pillars/perf/index.ts";
import { closeThreads } from "../activities/threads/inThread.ts";
import { createBrowserPool } from "../browsers/browserPool.ts";
import { announced, createHostGate, gatedPool } from "../browsers/hostGate.ts";
import { memoryLimits } from "../browsers/memory.ts";
import { makeTemporaryFolder } from "../browsers/temporaryFolder.ts";
import { ConfigError, readConfig } from "../domain/config.ts";
import { isPlaced } from "../domain/locations.ts";
import { mongoHosts } from "../domain/mongoHosts.ts";
import { parseAllowList } from "../domain/net/allowList.ts";
import type { QueueRole } from "../domain/workflowNames.ts";
import { connect } from "../models/database/connect.ts";
import { bindModels } from "../models/index.ts";
import { checkStore, claimStore } from "../models/installations/artifactStore.ts";
import { checkDatabase, openInstallation } from "../models/installations/queries.ts";
import { openData } from "../models/openData.ts";
import { openSecretKey } from "../models/sealedData.ts";
import { followSharedFiles } from "../models/sharedFiles/share.ts";
import packageFile from "../package.json" with { type: "json" };
import { openWorkerStore } from "../platform/artifacts/open.ts";
import { ArtifactStoreUnavailableError } from "../platform/artifacts/store.ts";
import { collectAtRest } from "../platform/collectAtRest.ts";
import { openDataFolder } from "../platform/dataFolder.ts";
import { createEmbedder } from "../platform/embedder/embedder.ts";
import { tellParent } from "../platform/ipc.ts";
import { createLog, endWith, logProcessErrors } from "../platform/log.ts";
import { createModel } from "../platform/model/model.ts";
import { visitableHosts } from "../platform/net/allowedHosts.ts";
import { type FilterProxy, startFilterProxy } from "../platform/net/filterProxy.ts";
import { queueName, queueNames } from "../platform/queues.ts";
import { createSealer } from "../platform/sealing.ts";
import { takeSecretFiles } from "../platform/secretFiles.ts";
import { startCheck } from "../platform/startCheck.ts";
import { giveSigns, takeStartSettings, tellMoved } from "../platform/startSettings.ts";
import { checkTemporal } from "../platform/temporal/namespaceMark.ts";
import { ensureSearchAttributes } from "../platform/temporal/searchAttributes.ts";
import { temporalConnectionOptions } from "../platform/temporal/temporalConnection.ts";
import { startTracing } from "../platform/tracing/start.ts";
import { tracedStore } from "../platform/tracing/store.ts";
import { traceStarts } from "../platform/tracing/temporal.ts";
import { browserSlotsOf, createWorkers } from "./createWorkers.ts";
import { createWorkerMetrics } from "./metrics.ts";
import { createPaceMeter } from "./pace.ts";
import { type Presence, startPresence } from "./presence.ts";
import { watchRounds } from "./rounds.ts";
import { ensureRounds } from "./schedule.ts";
import { serveWorkerMetrics } from "./serveMetrics.ts";
import { createTakeDue } from "./startDue.ts";
import { watchForStrangers } from "./strangerWatch.ts";
import { installRuntime } from "./temporalRuntime.ts";
import { ownBuild, watchOwnVersion } from "./versions.ts";

/** If Temporal does not report its owner within this time, it is considered unavailable. */
const CHECK_MS = 5_000;

type WorkerProxy = Pick<FilterProxy, "url" | "failureFor" | "close">;
/** Replaces the proxy of a worker without browsers. */
const NO_PROXY: WorkerProxy = { url: "http://127.0.0.1:9", failureFor: () => undefined, close: async () => {} };

export async function runWorker(env: NodeJS.ProcessEnv): Promise<void> {
  const settings = readConfig(env);
  const { temporalAddress, mongoUri } = settings;
  if (!temporalAddress || !mongoUri)
    throw new ConfigError([
      "TEMPORAL_ADDRESS and MONGODB_URI must be set for a worker on its own; `npm start` sets them",
    ]);
  const allowed = parseAllowList(settings.allowedHosts);
  if (!allowed.ok) throw new ConfigError(allowed.errors.map((e) => `SVC_ALLOWED_HOSTS: ${e.message}`));
  const log = createLog("worker", settings.logLevel);
  logProcessErrors(log);
  const { version: program } = packageFile;
  const endTraces = await startTracing({ name: "plumbline-worker", version: program }, env, log);
  const sdk = await installRuntime(log, { metrics: settings.workerMetricsPort !== 0 });
  await openDataFolder(settings.dataDir, (line) => log("warn", line));
  const artifacts = tracedStore(await openWorkerStore(settings, (line) => log("warn", line)));
  const where = mongoHosts(mongoUri);
  const database = await startCheck(
    { variable: "MONGODB_URI", trouble: `the database at ${where} does not answer` },
    connect(mongoUri, { dbName: settings.mongoDatabase }),
  );
  const models = bindModels(database);
  const us = await openInstallation({ models, ...settings, where, program });
  const secret = await openSecretKey({ models, configured: settings.secretKey, dataDir: settings.dataDir });
  const config = { ...settings, queuePrefix: us.queuePrefix, secretKey: secret };
  await openData(models, {
    dataDir: config.dataDir,
    where,
    program,
    holder: `worker_${ulid().toLowerCase()}`,
    log: (message, fields) => log("info", message, fields),
    moved: tellMoved,
  });
  const restFiles = await followSharedFiles({ models, log }, config.dataDir);
  const storePlace = { models, installation: us.id, store: artifacts };
  const storeId = await startCheck(
    {
      variable: settings.artifacts ? "SVC_ARTIFACTS" : "SVC_DATA_DIR",
      trouble: "the artifact store does not answer",
      blames: (error) => error instanceof ArtifactStoreUnavailableError,
    },
    claimStore(storePlace),
  );

  const metrics = createWorkerMetrics();
  const embedder = createEmbedder();
  const roles = config.queues as QueueRole[];
  // A worker whose roles open no pages does not listen on any port.
  const proxy: WorkerProxy = roles.some(isPlaced)
    ? await startFilterProxy({ allowList: visitableHosts(settings) })
    : NO_PROXY;
  const pictures = createComparePool(config.compareThreads > 0 ? { threads: config.compareThreads } : {});
  const { chromiumPath, firefoxPath } = config;
  // Prevents workers on this host from using a browser while Lighthouse measures.
  const gate = announced(createHostGate(), whileWaiting);
  // Created after the gate, whose folder is shared by all workers of this host.
  const temporary = makeTemporaryFolder();
  if (temporary) process.env.TMPDIR = temporary.folder;
  else log("warn", "the path of the temporary folder is too long: what a killed worker leaves in it is not swept");
  const started = new Set<string>();
  /** Whether every Chromium so far runs in its own sandbox; null if none has been started. */
  let sandbox: boolean | null = null;
  const browsers = gatedPool(
    createBrowserPool({
      proxyUrl: proxy.url,
      log,
      memory: memoryLimits(config.browserMemoryMb),
      onStart({ kind, version, sandbox: has }) {
        started.add(`${kind} ${version}`);
        if (has !== null) sandbox = has && sandbox !== false;
      },
      executablePaths: {
        ...(chromiumPath ? { chromium: chromiumPath } : {}),
        ...(firefoxPath ? { firefox: firefoxPath } : {}),
      },
    }),
    gate,
  );
  const lab = { proxyUrl: proxy.url, gate, ...(chromiumPath ? { chromiumPath } : {}) };
  const connection = await startCheck(
    { variable: "TEMPORAL_ADDRESS", trouble: `Temporal at ${temporalAddress} does not answer` },
    NativeConnection.connect(await temporalConnectionOptions(temporalAddress, config)),
  );
  const place = { address: temporalAddress, namespace: config.temporalNamespace, us, mode: config.temporalMark };
  const checkOurs = () =>
    connection.withDeadline(Date.now() + CHECK_MS, () => checkTemporal(connection.workflowService, place));
  await checkOurs();
  await ensureSearchAttributes(connection.operatorService, config.temporalNamespace);
  const interceptors = { workflow: [traceStarts()] };
  const client = new Client({ connection, namespace: config.temporalNamespace, interceptors });
  const pace = createPaceMeter(browserSlotsOf(config));
  const build = await ownBuild({ client, config }, program);
  const sealer = createSealer(secret);
  const now = () => new Date();
  const common = { config, client, models, artifacts, sealer, embedder, log, now, ulid };
  const workers = await createWorkers({
    connection,
    build,
    pace,
    gate,
    roles,
    bundleDir: config.bundleDir ?? path.join(config.dataDir, "bundles"),
    deps: {
      ...common,
      model: createModel(config),
      pictures,
      metrics,
      visit: { pool: browsers, explainFailure: (host, port) => proxy.failureFor(host, port) },
      pillars: await loadPillars(lab),
      lighthouseSeo: createLighthouseSeo(lab),
      takeDue: createTakeDue(common, queueNames(config.queuePrefix), metrics.registry),
      capture: async (spec, access, known, signal, onProgress) => {
        metrics.openShots.inc();
        try {
          return await captureShot(
            {
              pool: browsers,
              ...(access ? { access } : {}),
              explainFailure: (host, port) => proxy.failureFor(host, port),
            },
            spec,
            known,
            signal,
            onProgress,
          );
        } finally {
          metrics.openShots.dec();
        }
      },
    },
  });
  const taskQueue = queueName(config.queuePrefix, "orchestration");
  const hasRounds = config.queues.includes("orchestration");
  if (hasRounds) await ensureRounds(client, { taskQueue });
  const metricsServer = serveWorkerMetrics({ config, models, metrics, sdk, version: program, build, log });

  const stop = (signal: string) => {
    log("info", "stopping: unfinished work is completed or handed back", { signal });
    for (const worker of workers) if (worker.getState() === "RUNNING") worker.shutdown();
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  // `npm start` is connected to its children through an IPC channel; when it dies, the worker stops too.
  process.once("disconnect", () => stop("parent ended"));

  const strangers = watchForStrangers(checkOurs, {
    connection: database,
    async check() {
      await checkDatabase(models, where, us.id);
      await checkStore(storePlace, storeId);
    },
  });
  log("info", "worker is polling", {
    queues: config.queues,
    location: config.location,
    version: build,
    pid: process.pid,
  });
  giveSigns();
  collectAtRest();
  tellParent({ kind: "ready" });
  let presence: Presence | undefined;
  let rounds: ReturnType<typeof watchRounds> | undefined;
  let restVersions: (() => void) | undefined;
  try {
    const working = Promise.all(workers.map((w) => w.run()));
    // If another installation answers, unfinished work is abandoned rather than handed back to it, and the process ends; errors of the
    // workers are then ignored.
    working.catch(() => {});
    presence = startPresence(
      models,
      `wrk_${ulid().toLowerCase()}`,
      roles.map((role, i) => ({ role, worker: workers[i] as Worker })),
      { build, location: config.location, browsers: () => started, sandbox: () => sandbox, pace: pace.pace },
    );
    if (hasRounds) rounds = watchRounds({ client, models, log, taskQueue, everyMs: config.reconcileEveryMs });
    restVersions = watchOwnVersion({ client, config, models, log }, build, roles);
    await Promise.race([working, strangers.met]);
  } finally {
    restFiles();
    restVersions?.();
    strangers.stop();
    await presence?.stop();
    await rounds?.stop();
    metricsServer?.close();
    await Promise.allSettled([browsers.close(), pictures.close(), closeThreads(), proxy.close()]);
    temporary?.remove();
    // Closing the connection fails while workers use it, which is the case after another installation answered.
    await Promise.allSettled([connection.close(), database.close(), endTraces()]);
    log("info", "worker has stopped");
  }
}

if (import.meta.main) {
  takeStartSettings()
    .then(() => takeSecretFiles(process.env))
    .then(() => runWorker(process.env))
    .then(
      () => process.exit(0),
      (error) => endWith("worker", "The worker could not continue", error),
    );
}
