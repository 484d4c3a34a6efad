// What the driver says when the database is not there, the same for the API, which answers 503, and for activities, which wait.

import { isStorageFull } from "../../domain/storageFull.ts";

/** Errors of the MongoDB driver and mongoose that mean "the database is not there". */
const DATABASE_AWAY = new Set([
  "MongoNetworkError",
  "MongoNetworkTimeoutError",
  "MongoServerSelectionError",
  "MongooseServerSelectionError",
  "MongoNotConnectedError",
  "MongoTopologyClosedError",
  "MongoPoolClosedError",
  "MongoPoolClearedError",
  "MongoPoolClearedOnNetworkError",
  "MongoWaitQueueTimeoutError",
  "MongoOperationTimeoutError",
  "MongoClientClosedError",
  "MongoServerClosedError",
  "MongoStalePrimaryError",
  "MongoSystemError",
  "MongoUnexpectedServerResponseError",
  "MongoExpiredSessionError",
]);

/** A broken connection, where the driver hands on the operating system's own error. */
const BROKEN = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT"]);

/** Whether the database answers that its own disk is full: SQLite says so under the embedded one. */
export function isDatabaseFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /^Mongo/.test(error.name) ? isStorageFull(error) : isDatabaseFull(error.cause);
}

/** Whether this is the driver or mongoose saying that there is no database to talk to, or that the connection broke. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (DATABASE_AWAY.has(error.name)) return true;
  // mongoose's own word for an operation before the connection is open, as buffering is off.
  if (/initial connection is complete|connection was force closed/i.test(error.message)) return true;
  const { code, errorResponse } = error as NodeJS.ErrnoException & { errorResponse?: unknown };
  // A bulk write that was not answered at all has its reason there.
  return (typeof code === "string" && BROKEN.has(code)) || isDatabaseAway(error.cause) || isDatabaseAway(errorResponse);
}
