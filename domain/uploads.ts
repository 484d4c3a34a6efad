// Limits of screenshots that an external test runner uploads to a run, and the rule for when the run closes. Pure.

/** Maximum number of screenshots per run. */
export const MAX_UPLOADS = 2_000;
/** Maximum total size of a run's screenshots in bytes. */
export const MAX_UPLOAD_BYTES = 2 * 1024 ** 3;
/** Maximum number of test runners that share one run. */
export const MAX_SHARDS = 200;
/** Minutes without an upload after which a run is closed: the default, and the maximum that its creator can set. */
export const IDLE_MINUTES = { usual: 30, most: 240 } as const;
/** Maximum time that a run accepts screenshots, however often they arrive. */
export const MAX_OPEN_MS = 6 * 3_600_000;

/** Upload state of a run. */
export type UploadState = {
  /** The build that the test runners share. */
  build: string;
  /** Number of test runners, and which of them have reported that they are done. */
  shards: number;
  done: number[];
  idleMs: number;
  /** Time of the last upload. */
  lastAt: Date;
  /** When the run stopped accepting screenshots; null while it is open. */
  closedAt: Date | null;
};

/** Returns how many milliseconds to wait for more screenshots; 0 if the run accepts no more and is judged. */
export function uploadWait(
  { shards, done, idleMs, lastAt, closedAt }: UploadState,
  createdAt: Date,
  now: Date,
): number {
  if (closedAt !== null || new Set(done).size >= shards) return 0;
  const idleEnd = lastAt.getTime() + idleMs;
  const lastEnd = createdAt.getTime() + MAX_OPEN_MS;
  return Math.max(0, Math.min(idleEnd, lastEnd) - now.getTime());
}

/** Returns a sentence about the test runners that never reported that they were done, or null if all have. */
export function missingShards({ shards, done }: Pick<UploadState, "shards" | "done">): string | null {
  const missing = shards - new Set(done).size;
  if (missing <= 0) return null;
  if (shards === 1) return "The test runner did not report its end. Screenshots of tests that did not run are missing.";
  return `${missing} of ${shards} test runners did not report their end. Their screenshots may be missing.`;
}
