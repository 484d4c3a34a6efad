// The one place that opens the database; models are bound to the connection, so that tests can use several databases.
import mongoose from "mongoose";

/**
 * Opens a MongoDB (or the embedded, compatible database).
 * Waits at most `timeoutMs` for a server; after that it rejects with the driver's MongooseServerSelectionError.
 * Operations while the database is away fail after the same time instead of queueing for ever.
 */
export async function connect(
  uri: string,
  options: { dbName?: string; timeoutMs?: number; maxPoolSize?: number } = {},
): Promise<mongoose.Connection> {
  const timeout = options.timeoutMs ?? 5_000;
  const connection = mongoose.createConnection(uri, {
    ...(options.dbName ? { dbName: options.dbName } : {}),
    serverSelectionTimeoutMS: timeout,
    maxPoolSize: options.maxPoolSize ?? 20,
    bufferCommands: false,
    autoIndex: false,
    // The embedded database has no transactions, so retried writes would be refused there.
    retryWrites: false,
  });
  return connection.asPromise();
}
