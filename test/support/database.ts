// Test databases: on the server named by PLUMBLINE_TEST_MONGO, otherwise on a server of this process that all files share.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Connection } from "mongoose";
import { ulid } from "ulid";
import { connect } from "../../models/database/connect.ts";
import { bindModels, ensureIndexes } from "../../models/index.ts";
import { databaseSocket, uriOfSocket } from "../../temporal-dev/databaseSocket.ts";
import { mongoServer } from "../../temporal-dev/servers.ts";
import { setUp } from "../../temporal-dev/setup.mjs";
import { dropTestDatabases, TEST_DATABASES } from "./testDatabases.ts";

/** A dedicated database server that the test can stop and start again on the same socket and data. */
export type DatabaseServer = {
  uri: string;
  /** Whether the tests started the server, with its data in a temporary folder. */
  own: boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
  remove(): Promise<void>;
};

/** Starts the same server as `npm start`, in its own folder. If MONGODB_URI names an external server, only its address is returned. */
export async function startDatabaseServer(): Promise<DatabaseServer> {
  const { mongo } = await setUp({ parts: ["mongo"] });
  if (!mongo) throw new Error("there is no database to test with");
  if (mongo.kind === "external") {
    const notOurs = async () => {
      throw new Error("the database of MONGODB_URI is not the test's to start and stop");
    };
    return { uri: mongo.uri, own: false, start: notOurs, stop: notOurs, remove: async () => {} };
  }
  const dataDir = await mkdtemp(path.join(tmpdir(), "plumbline-test-db-"));
  const socket = databaseSocket(dataDir);
  const server = mongoServer({ kind: mongo.kind, program: mongo.path, dataDir, socket: socket.file });
  await server.start();
  return {
    uri: uriOfSocket(socket.file),
    own: true,
    start: () => server.start(),
    stop: () => server.stop(),
    async remove() {
      await server.stop();
      socket.release();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

let shared: Promise<DatabaseServer> | null = null;

/** Returns the URI of the server that holds the test databases. */
export async function testMongoUri(): Promise<string> {
  if (process.env.PLUMBLINE_TEST_MONGO) return process.env.PLUMBLINE_TEST_MONGO;
  shared ??= startDatabaseServer();
  return (await shared).uri;
}

/** Connection of this process that empties databases of that server. */
let emptying: Promise<Connection> | null = null;
function emptyingOn(server: string): Promise<Connection> {
  emptying ??= connect(server, { timeoutMs: SHARED_MS }).catch((error: unknown) => {
    emptying = null;
    throw error;
  });
  return emptying;
}

after(async () => {
  // In a worker of a parallel run this hook runs after the worker's first file. The process that started the run drops its databases.
  if (process.env.PLUMBLINE_TEST_MONGO) return;
  if (!shared) return;
  await (await emptying)?.close();
  emptying = null;
  const server = await shared;
  if (!server.own) await dropTestDatabases(server.uri);
  await server.remove();
});

/** Empty databases of this process that already have every index, for reuse: creating one takes seconds of processor time, emptying one does not. */
const empty: string[] = [];

/** Timeout of the shared server, in ms. */
const SHARED_MS = 15_000;

export type OpenOptions = {
  /** Whether to create every index (the default). If false, only what the test creates exists. */
  indexes?: boolean;
  silenceMs?: number;
};

/**
 * Opens an empty database, with every index by default, on the shared server unless `uri` is given. `drop` releases it: it is emptied and
 * may be reused by the next test of this process.
 */
export async function openDatabase(uri?: string, options: OpenOptions = {}) {
  const server = uri ?? (await testMongoUri());
  const shareable = uri === undefined && options.indexes !== false;
  const emptied = shareable ? empty.pop() : undefined;
  const name = emptied ?? `${TEST_DATABASES}${ulid().toLowerCase()}`;
  const { silenceMs } = options;
  // A test that stops its own server should learn quickly that it is unavailable. The shared server only ever responds late, on a busy
  // machine.
  const timeoutMs = uri === undefined ? SHARED_MS : 2_000;
  const connection = await connect(server, { dbName: name, timeoutMs, ...(silenceMs ? { silenceMs } : {}) });
  const models = bindModels(connection);
  const written = watchWrites(connection);
  let named = false;
  if (options.indexes !== false && emptied === undefined) await ensureIndexes(models);
  return {
    uri: server,
    /** A caller that reads the name may write over another connection. */
    get name() {
      named = true;
      return name;
    },
    connection,
    models,
    async drop() {
      if (!shareable) await connection.dropDatabase();
      await connection.close();
      if (shareable) await giveBack(server, name, named ? null : written);
    },
  };
}

/** Written by the session store, through a client that we cannot watch. */
const SESSIONS = "sessions";
const READS = /^(find|findOne|aggregate|countDocuments|estimatedDocumentCount|distinct|listIndexes|indexes)$/;

/** Collects the collections that are written to over this connection. */
function watchWrites(connection: Connection): ReadonlySet<string> {
  const written = new Set<string>([SESSIONS]);
  connection.on("operation-start", ({ collectionName, method }: { collectionName: string; method: string }) => {
    if (!READS.test(method)) written.add(collectionName);
  });
  return written;
}

/**
 * Empties the database for the next test, over another connection: the test's own is closed, so that nothing is written late. `written`:
 * the collections to empty, because emptying all 49 takes longer than most tests; null means all.
 */
async function giveBack(server: string, name: string, written: ReadonlySet<string> | null): Promise<void> {
  const db = (await emptyingOn(server)).getClient().db(name);
  const all = written ?? (await db.listCollections({}, { nameOnly: true }).toArray()).map((one) => one.name);
  for (const collection of all) await db.collection(collection).deleteMany({});
  empty.push(name);
}
