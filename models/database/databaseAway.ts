// Recognizes errors of an unavailable database, the same for the API, which responds with 503, and for activities, which wait.

import { isStorageFull } from "../../domain/storageFull.ts";

/** Errors of the MongoDB driver and mongoose that mean that the database is unavailable. */
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

/** A broken connection, if the driver passes on the operating system's own error. */
const BROKEN = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT"]);

/** Returns whether the database reports that its own disk is full: under the embedded database, SQLite does. */
export function isDatabaseFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /^Mongo/.test(error.name) ? isStorageFull(error) : isDatabaseFull(error.cause);
}

/** Returns whether the error of the driver or mongoose means that no database is reachable, or that the connection broke. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (DATABASE_AWAY.has(error.name)) return true;
  // mongoose's message for an operation before the connection is open, because buffering is off.
  if (/initial connection is complete|connection was force closed/i.test(error.message)) return true;
  const { code, errorResponse } = error as NodeJS.ErrnoException & { errorResponse?: unknown };
  // A bulk write that got no answer at all has the cause there.
  return (typeof code === "string" && BROKEN.has(code)) || isDatabaseAway(error.cause) || isDatabaseAway(errorResponse);
}
