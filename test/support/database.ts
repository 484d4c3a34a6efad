// Databases for tests: on the server that PLUMBLINE_TEST_MONGO names, else on one of this process, started once for all files.
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

/** A database server of the test's own: it may be stopped and started, on the same socket and data. */
export type DatabaseServer = {
  uri: string;
  /** Started by the tests, with its data in a folder of theirs. */
  own: boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
  remove(): Promise<void>;
};

/** Starts the server that `npm start` would, in a folder of its own; where that is one of MONGODB_URI, it has no more than its address. */
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

/** Where the tests' databases are. */
export async function testMongoUri(): Promise<string> {
  if (process.env.PLUMBLINE_TEST_MONGO) return process.env.PLUMBLINE_TEST_MONGO;
  shared ??= startDatabaseServer();
  return (await shared).uri;
}

after(async () => {
  // In a worker of a parallel run this comes after its first file: whoever began the run removes its databases.
  if (process.env.PLUMBLINE_TEST_MONGO) return;
  if (!shared) return;
  const server = await shared;
  if (!server.own) await dropTestDatabases(server.uri);
  await server.remove();
});

/** Databases of this process that are empty and have every index: making one takes seconds of processor time, emptying it does not. */
const empty: string[] = [];

/** How long the shared server may take to answer, in ms. */
const SHARED_MS = 15_000;

export type OpenOptions = {
  /** Without it only what the test asks for. Unless told: every index. */
  indexes?: boolean;
  silenceMs?: number;
};

/**
 * An empty database, with every index unless told, on the shared server unless another is given. `drop` takes it away again;
 * the next test of this process may get it, emptied.
 */
export async function openDatabase(uri?: string, options: OpenOptions = {}) {
  const server = uri ?? (await testMongoUri());
  const shareable = uri === undefined && options.indexes !== false;
  const emptied = shareable ? empty.pop() : undefined;
  const name = emptied ?? `${TEST_DATABASES}${ulid().toLowerCase()}`;
  const { silenceMs } = options;
  // A test that stops its own server learns soon that it is unavailable; the shared one only ever answers late, on a busy machine.
  const timeoutMs = uri === undefined ? SHARED_MS : 2_000;
  const connection = await connect(server, { dbName: name, timeoutMs, ...(silenceMs ? { silenceMs } : {}) });
  const models = bindModels(connection);
  const written = watchWrites(connection);
  let named = false;
  if (options.indexes !== false && emptied === undefined) await ensureIndexes(models);
  return {
    uri: server,
    /** Who asks for it may write from elsewhere. */
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

/** Written by the store of sessions, with a client that is not ours to watch. */
const SESSIONS = "sessions";
const READS = /^(find|findOne|aggregate|countDocuments|estimatedDocumentCount|distinct|listIndexes|indexes)$/;

/** Collections that were written to over this connection. */
function watchWrites(connection: Connection): ReadonlySet<string> {
  const written = new Set<string>([SESSIONS]);
  connection.on("operation-start", ({ collectionName, method }: { collectionName: string; method: string }) => {
    if (!READS.test(method)) written.add(collectionName);
  });
  return written;
}

/**
 * Empties it for the next test, over a connection of its own: the test's is closed, so that nothing is written late.
 * `written`: what needs it, since emptying all 49 costs more than most tests; null is all.
 */
async function giveBack(server: string, name: string, written: ReadonlySet<string> | null): Promise<void> {
  const connection = await connect(server, { dbName: name, timeoutMs: SHARED_MS });
  try {
    for (const { name: collection } of (await connection.db?.listCollections().toArray()) ?? [])
      if (written?.has(collection) ?? true) await connection.collection(collection).deleteMany({});
  } finally {
    await connection.close();
  }
  empty.push(name);
}
