// Databases for tests: on the server that PLUMBLINE_TEST_MONGO names, else on one of this process, started once for all files.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ulid } from "ulid";
import { connect } from "../../models/connect.ts";
import { bindModels, ensureIndexes } from "../../models/index.ts";
import { databaseSocket, uriOfSocket } from "../../temporal-dev/databaseSocket.ts";
import { mongoServer } from "../../temporal-dev/servers.ts";
import { setUp } from "../../temporal-dev/setup.mjs";

/** A database server of the test's own: it may be stopped and started, on the same socket and data. */
export type DatabaseServer = { uri: string; start(): Promise<void>; stop(): Promise<void>; remove(): Promise<void> };

/** Starts the server that `npm start` would, in a folder of its own; where that is one of MONGODB_URI, it has no more than its address. */
export async function startDatabaseServer(): Promise<DatabaseServer> {
  const { mongo } = await setUp({ parts: ["mongo"] });
  if (!mongo) throw new Error("there is no database to test with");
  if (mongo.kind === "external") {
    const notOurs = async () => {
      throw new Error("the database of MONGODB_URI is not the test's to start and stop");
    };
    return { uri: mongo.uri, start: notOurs, stop: notOurs, remove: async () => {} };
  }
  const dataDir = await mkdtemp(path.join(tmpdir(), "plumbline-test-db-"));
  const socket = databaseSocket(dataDir);
  const server = mongoServer({ kind: mongo.kind, program: mongo.path, dataDir, socket: socket.file });
  await server.start();
  return {
    uri: uriOfSocket(socket.file),
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
  await (await shared)?.remove();
});

/** A fresh database, with every index unless told, on the shared server unless another is given; `drop` takes it away again. */
export async function openDatabase(uri?: string, options: { indexes?: boolean; silenceMs?: number } = {}) {
  const server = uri ?? (await testMongoUri());
  const name = `test_${ulid().toLowerCase()}`;
  const { silenceMs } = options;
  const connection = await connect(server, { dbName: name, timeoutMs: 2_000, ...(silenceMs ? { silenceMs } : {}) });
  const models = bindModels(connection);
  if (options.indexes !== false) await ensureIndexes(models);
  return {
    ...{ uri: server, name, connection, models },
    async drop() {
      await connection.dropDatabase();
      await connection.close();
    },
  };
}
