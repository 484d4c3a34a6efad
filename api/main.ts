// Entry point of the API process.
import { Client, Connection } from "@temporalio/client";
import { ulid } from "ulid";
import { ConfigError, readConfig } from "../domain/config.ts";
import { mongoHosts } from "../domain/mongoHosts.ts";
import { connect } from "../models/database/connect.ts";
import { bindModels } from "../models/index.ts";
import { checkStore, claimStore } from "../models/installations/artifactStore.ts";
import { checkDatabase, openInstallation } from "../models/installations/queries.ts";
import { openData } from "../models/openData.ts";
import { watchOwnership } from "../models/ownership.ts";
import { openSecretKey } from "../models/sealedData.ts";
import { followSharedFiles } from "../models/sharedFiles/share.ts";
import packageFile from "../package.json" with { type: "json" };
import { openStore, storePlace } from "../platform/artifacts/open.ts";
import { ArtifactStoreFullError, ArtifactStoreUnavailableError } from "../platform/artifacts/store.ts";
import { API_CONNECTIONS, createBoundedServer } from "../platform/boundedServer.ts";
import { collectAtRest } from "../platform/collectAtRest.ts";
import { openDataFolder } from "../platform/dataFolder.ts";
import { createEmbedder } from "../platform/embedder/embedder.ts";
import { tellParent } from "../platform/ipc.ts";
import { createLog, endWith, type Log, logProcessErrors } from "../platform/log.ts";
import { serveMetrics } from "../platform/metricsServer.ts";
import { createModel } from "../platform/model/model.ts";
import { queueNames } from "../platform/queues.ts";
import { createSealer } from "../platform/sealing.ts";
import { takeSecretFiles } from "../platform/secretFiles.ts";
import { startCheck } from "../platform/startCheck.ts";
import { giveSigns, takeStartSettings, tellMoved } from "../platform/startSettings.ts";
import { checkTemporal } from "../platform/temporal/namespaceMark.ts";
import { temporalConnectionOptions } from "../platform/temporal/temporalConnection.ts";
import { startTracing } from "../platform/tracing/start.ts";
import { tracedStore } from "../platform/tracing/store.ts";
import { traceStarts } from "../platform/tracing/temporal.ts";
import { createApp } from "./app.ts";
import { endEventStreams } from "./lib/eventStreams.ts";
import { readMetrics, watchApi } from "./lib/metrics.ts";
import { DASHBOARD_FOLDER } from "./middleware/dashboard.ts";
import { serveWhileMigrating } from "./migratingServer.ts";
import { obeyComments } from "./operations/comments/obey.ts";
import { ensureDefaultOrganisation } from "./operations/people/ensureDefaultOrganisation.ts";
import { hasUsers } from "./operations/people/firstAdministrator.ts";
import { refreshComments } from "./operations/prComment/refreshComments.ts";
import { prepareTemporal } from "./prepareTemporal.ts";
import { repeatedly } from "./repeatedly.ts";
import { watchSchedules } from "./takeSchedules.ts";
import { createTemporalEngine } from "./temporalEngine.ts";

/** How long a check of Temporal stays valid. The client does not report reconnects, so the check has to be repeated. */
const TEMPORAL_FRESH_MS = 1_000;

/** Maximum delay between a reported decision and the comment that follows it. */
const COMMENTS_EVERY_MS = 2_000;

/** Maximum time until this process notices that another process moved the installation to a different artifact store. */
const STORE_FRESH_MS = 30_000;

/**
 * Refuses an artifact store that belongs to another installation. An unreachable store is checked again later, because reading results
 * must not wait for it.
 */
async function ownedStore(place: Parameters<typeof claimStore>[0], log: Log) {
  let id: string | null = null;
  const ownership = watchOwnership(async () => {
    if (id === null) id = await claimStore(place);
    else await checkStore(place, id);
  }, STORE_FRESH_MS);
  await ownership.ensure().catch((error: unknown) => {
    // Stored artifacts can still be read when the disk is full.
    if (!(error instanceof ArtifactStoreUnavailableError || error instanceof ArtifactStoreFullError)) throw error;
    log("warn", "the artifact store cannot be reached yet", { error: error.message });
  });
  return ownership;
}

async function main(): Promise<void> {
  await takeStartSettings();
  takeSecretFiles(process.env);
  const config = readConfig(process.env);
  if (!config.temporalAddress || !config.mongoUri)
    throw new ConfigError([
      "TEMPORAL_ADDRESS and MONGODB_URI must be set for an API on its own; `npm start` sets them",
    ]);
  const log = createLog("api", config.logLevel);
  logProcessErrors(log);
  const endTraces = await startTracing({ name: "plumbline-api", version: packageFile.version }, process.env, log);
  await openDataFolder(config.dataDir, (line) => log("warn", line));
  const artifacts = tracedStore(await openStore(storePlace(config)));
  const where = mongoHosts(config.mongoUri);
  const connection = await startCheck(
    { variable: "MONGODB_URI", trouble: `the database at ${where} does not answer` },
    connect(config.mongoUri, { dbName: config.mongoDatabase }),
  );
  const models = bindModels(connection);
  const { version } = packageFile;
  const us = await openInstallation({ models, ...config, where, program: version });
  const secret = await openSecretKey({ models, configured: config.secretKey, dataDir: config.dataDir });
  await openData(models, {
    dataDir: config.dataDir,
    where,
    program: version,
    holder: `api_${ulid().toLowerCase()}`,
    log: (message, fields) => log("info", message, fields),
    waiting: (from) => serveWhileMigrating({ ...config, version }, from),
    moved: tellMoved,
  });
  const restFiles = await followSharedFiles({ models, log }, config.dataDir);
  const store = await ownedStore({ models, installation: us.id, store: artifacts }, log);
  const database = watchOwnership(() => checkDatabase(models, where, us.id));
  connection.on("disconnected", database.doubt);
  // Lazy, because status reads must be answered while Temporal is unavailable.
  const temporal = Connection.lazy({
    ...(await temporalConnectionOptions(config.temporalAddress, config)),
    // gRPC's default backoff grows to 20 s and more, so triggers would be refused long after Temporal is back.
    channelArgs: { "grpc.initial_reconnect_backoff_ms": 200, "grpc.max_reconnect_backoff_ms": 2_000 },
  });
  const place = { address: config.temporalAddress, namespace: config.temporalNamespace, us, mode: config.temporalMark };
  const ours = watchOwnership(() => checkTemporal(temporal.workflowService, place), TEMPORAL_FRESH_MS).ensure;
  const callOff = prepareTemporal(temporal, config.temporalNamespace, log, ours);
  const interceptors = { workflow: [traceStarts()] };
  const client = new Client({ connection: temporal, namespace: config.temporalNamespace, interceptors });
  const context = {
    // Comments are written outside a request, and their links must be signed as well.
    config: { ...config, secretKey: secret },
    models,
    artifacts: {
      ...artifacts,
      // Artifacts written to a store that the installation has left would never be seen.
      async put(bytes: Uint8Array) {
        await store.ensure();
        return artifacts.put(bytes);
      },
    },
    engine: createTemporalEngine(client, queueNames(us.queuePrefix), config.temporalNamespace, ours),
    databaseIsOurs: database.ensure,
    storeIsOurs: store.ensure,
    sealer: createSealer(secret),
    embedder: createEmbedder(),
    model: createModel(config),
    log,
    now: () => new Date(),
    ulid,
  };
  watchApi(context, version);
  await ensureDefaultOrganisation(context);
  if (!(await hasUsers(context)))
    log(
      "info",
      "nobody can sign in yet: npm run -s admin -- users first-link prints a link for the first administrator",
    );
  // Behind a proxy, all connections come from the proxy's address.
  const perAddress = config.trustProxy > 0 ? Number.POSITIVE_INFINITY : API_CONNECTIONS.perAddress;
  const app = createApp(context, {
    secret,
    connection,
    version,
    dashboard: DASHBOARD_FOLDER,
  });
  const server = createBoundedServer({ ...API_CONNECTIONS, perAddress }, app);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(config.port, config.host, resolve);
  });
  const metricsServer = serveMetrics(
    { host: config.metricsHost, port: config.metricsPort },
    () => readMetrics(context),
    log,
  );
  const restSchedules = watchSchedules(context);
  const restComments = repeatedly(context, { everyMs: COMMENTS_EVERY_MS, what: "comments" }, () =>
    refreshComments(context),
  );
  const restOrders = repeatedly(context, { everyMs: COMMENTS_EVERY_MS, what: "commands in comments" }, () =>
    obeyComments(context),
  );
  log("info", "the API listens", { host: config.host, port: config.port, pid: process.pid });
  giveSigns();
  collectAtRest();
  tellParent({ kind: "ready" });

  const stop = () => {
    log("info", "stopping: open requests are answered first");
    callOff();
    restFiles();
    restSchedules();
    restComments();
    restOrders();
    metricsServer?.close();
    // Pages with an open event stream reconnect to the next process; their streams would keep this one alive.
    endEventStreams();
    server.close(async () => {
      await Promise.allSettled([temporal.close(), connection.close(), endTraces()]);
      process.exit(0);
    });
    server.closeIdleConnections();
    // A client that keeps its connection open must not keep this process alive.
    setTimeout(() => server.closeAllConnections(), config.shutdownGraceMs).unref();
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  process.once("disconnect", stop);
}

main().catch((error) => endWith("api", "The API could not start", error));
