// What the driver says when the database is not there, the same for the API, which answers 503, and for activities, which wait.

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

/** Whether this is the driver or mongoose saying that there is no database to talk to, or that the connection broke. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // mongoose's own word for an operation before the connection is open, as buffering is off.
  return (
    DATABASE_AWAY.has(error.name) || /initial connection is complete|connection was force closed/i.test(error.message)
  );
}
