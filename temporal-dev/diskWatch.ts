// Looks at the disk of the data folder, and says when it is full and when there is room again.
import { statfs } from "node:fs/promises";

export type DiskWatchOptions = {
  folder: string;
  log(line: string): void;
  everyMs?: number;
  /** Bytes that are free on the folder's disk. */
  free?(folder: string): Promise<number>;
};

/** Less than one picture and a few pages of each database. */
const FULL_BYTES = 8 * 1024 * 1024;
const EVERY_MS = 5_000;

/** Looks at once and then regularly; `stop` ends that. A disk that cannot be asked is not spoken of. */
export function watchDisk({ folder, log, everyMs = EVERY_MS, free = freeBytes }: DiskWatchOptions): { stop(): void } {
  let full = false;
  const look = async () => {
    const bytes = await free(folder).catch(() => null);
    if (bytes === null || bytes < FULL_BYTES === full) return;
    full = !full;
    log(
      full
        ? `the disk of ${folder} is full (${Math.floor(bytes / 1024)} kB left): free some space there. Until then screenshots and logs are not kept, and the database and Temporal may not take anything; work continues automatically when there is room`
        : `the disk of ${folder} has room again: work continues`,
    );
  };
  void look();
  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
