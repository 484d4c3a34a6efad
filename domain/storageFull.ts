// A full disk, in the words of everything that may meet one: the system, SQLite, MongoDB, the embedded database, Temporal.

/** The system's codes for a full disk and a used-up quota. */
const CODES: readonly unknown[] = ["ENOSPC", "EDQUOT"];
/** MongoDB's OutOfDiskSpace. */
const MONGO_CODE = 14031;
/** SQLite's SQLITE_FULL is "database or disk is full"; ENOSPC and EDQUOT in the system's own words. */
const WORDS =
  /\b(?:database or disk is full|no space left on (?:the )?device|disk quota exceeded|out ?of ?disk ?space)\b/i;

const MEND = "The operator must free disk space. Work then continues automatically.";

/** What people read of it, by what could not be written. They name no path: tenants read them too. */
export const STORAGE_FULL_SENTENCES = {
  artifacts: `The artifact store could not save the capture: the service's disk is full. ${MEND}`,
  database: `The database could not write: its disk is full. ${MEND}`,
  worker: `The worker could not write its files: its disk is full. ${MEND}`,
  service: `The service could not store this: its disk is full. ${MEND}`,
} as const;

/** Whether an error, or what caused it, says that a disk or a quota is full. */
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
