// The only place that opens the database. Models are bound to the connection, so that tests can use several databases.
import mongoose from "mongoose";
import { wakeWritersOfClosedConnections } from "./closedConnections.ts";

/**
 * A server that accepts connections but stays silent for this long counts as gone: the driver checks its health at this interval, waits as
 * long for the answer, then ends all waiting operations. 10 s, because an overloaded machine is slow and must not lose its database.
 */
const SILENCE_MS = 10_000;

export type ConnectOptions = {
  dbName?: string;
  /** How long to look for a server, at the start and for each operation. */
  timeoutMs?: number;
  silenceMs?: number;
  maxPoolSize?: number;
};

/**
 * Opens a MongoDB (or the embedded, compatible database). Waits at most `timeoutMs` for a server; after that it rejects with the driver's
 * MongooseServerSelectionError. While the database is unavailable, operations fail after the same time instead of queueing forever, and
 * those held by a silent server after at most two times `silenceMs`. An operation that the server is working on has six times as long,
 * because indexes may take a while to build.
 */
export async function connect(uri: string, options: ConnectOptions = {}): Promise<mongoose.Connection> {
  wakeWritersOfClosedConnections();
  const silence = options.silenceMs ?? SILENCE_MS;
  const connection = mongoose.createConnection(uri, {
    ...(options.dbName ? { dbName: options.dbName } : {}),
    serverSelectionTimeoutMS: options.timeoutMs ?? 5_000,
    heartbeatFrequencyMS: silence,
    connectTimeoutMS: silence,
    waitQueueTimeoutMS: 2 * silence,
    socketTimeoutMS: 6 * silence,
    maxPoolSize: options.maxPoolSize ?? 20,
    bufferCommands: false,
    autoIndex: false,
    // Collections are created with their indexes; otherwise each process would request all of them when it connects, 49 times.
    autoCreate: false,
    // The embedded database has no transactions, so it would refuse retried writes.
    retryWrites: false,
  });
  // Mongoose lists every connection, and a closed one stays listed with all of its models: a megabyte. Nothing here uses the list.
  const { connections } = mongoose;
  connections.splice(connections.indexOf(connection), 1);
  return connection.asPromise();
}
