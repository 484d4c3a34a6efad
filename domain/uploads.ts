// Pictures that a test runner of its own uploads into a run: how many, and when the run takes no more. Pure.

/** Pictures of one run. */
export const MAX_UPLOADS = 2_000;
/** Bytes of all pictures of one run. */
export const MAX_UPLOAD_BYTES = 2 * 1024 ** 3;
/** Test runners that share one run. */
export const MAX_SHARDS = 200;
/** Minutes without an upload after which a run is closed, unless its opener says otherwise. */
export const IDLE_MINUTES = { usual: 30, most: 240 } as const;
/** A run takes pictures this long at most, however often they come. */
export const MAX_OPEN_MS = 6 * 3_600_000;

/** What a run that takes pictures knows of those who send them. */
export type UploadState = {
  /** The build that its senders share. */
  build: string;
  /** How many senders there are, and which of them have said that they are done. */
  shards: number;
  done: number[];
  idleMs: number;
  /** Of the last upload. */
  lastAt: Date;
  /** It takes no more pictures from here on. */
  closedAt: Date | null;
};

/** Milliseconds to wait for more pictures; 0: the run takes none any more, and is judged. */
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

/** Senders that never said that they were done, as a sentence for the result; null: all have. */
export function missingShards({ shards, done }: Pick<UploadState, "shards" | "done">): string | null {
  const missing = shards - new Set(done).size;
  if (missing <= 0) return null;
  if (shards === 1)
    return "The test runner never said that it was done: pictures of tests that did not run are missing.";
  return `${missing} of ${shards} test runners never said that they were done: their pictures may be missing.`;
}
