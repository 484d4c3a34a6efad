// Recognizes a full disk in the errors of everything that writes: the system, SQLite, MongoDB, the embedded database, Temporal.

/** System error codes of a full disk and an exceeded quota. */
const CODES: readonly unknown[] = ["ENOSPC", "EDQUOT"];
/** MongoDB's error code OutOfDiskSpace. */
const MONGO_CODE = 14031;
/** SQLite's SQLITE_FULL is "database or disk is full"; the others are the system's texts for ENOSPC and EDQUOT. */
const WORDS =
  /\b(?:database or disk is full|no space left on (?:the )?device|disk quota exceeded|out ?of ?disk ?space)\b/i;

const MEND = "The operator must free disk space. Work then continues automatically.";

/** Messages for people, by what could not be written. They contain no path because tenants read them too. */
export const STORAGE_FULL_SENTENCES = {
  artifacts: `The artifact store could not save the capture: the service's disk is full. ${MEND}`,
  database: `The database could not write: its disk is full. ${MEND}`,
  worker: `The worker could not write its files: its disk is full. ${MEND}`,
  service: `The service could not store this: its disk is full. ${MEND}`,
} as const;

/** Returns whether an error or one of its causes reports a full disk or quota. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errorResponse } = error as Error & { code?: unknown; errorResponse?: unknown };
  return (
    CODES.includes(code) ||
    code === MONGO_CODE ||
    WORDS.test(error.message) ||
    isStorageFull(error.cause) ||
    isStorageFull(errorResponse)
  );
}
