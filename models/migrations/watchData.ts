// Reports whether the data is making progress while a process waits for it, to tell a migration that takes minutes from one that hangs.

import type { Models } from "../index.ts";
import { readDataState } from "../installations/dataState.ts";

/** How often it checks. Most starts are finished before the first check. */
const LOOK_MS = 1_000;

/** Receives the current step in words: "storing problems, batch 14". */
export type Moved = (step: string) => void;

export type DataWatch = {
  /** Sets what this process does itself; null if it migrates, or waits for the process that does. */
  own(step: string | null): void;
  stop(): Promise<void>;
};

/**
 * Calls `moved` whenever something happened since the last check: another step, a batch, or a lease renewal of the migrating process,
 * whichever it is. While this process creates indexes, on which the database reports no progress, any answer of the database counts.
 */
export function watchData(models: Models, moved: Moved, everyMs = LOOK_MS): DataWatch {
  let own: string | null = null;
  let last = "";
  let stopped = false;
  let looking: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    const { version, lease } = await readDataState(models);
    if (stopped) return;
    const now = `${version} ${lease?.step} ${lease?.until.toISOString()}`;
    if (own !== null) moved(own);
    else if (now !== last) moved(lease?.step ?? "waiting for another process to migrate");
    last = now;
  };
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    // An unavailable database makes no progress; the migration itself reports the error.
    looking = look()
      .catch(() => undefined)
      .finally(() => {
        busy = false;
      });
  }, everyMs);
  timer.unref();
  return {
    own(step) {
      own = step;
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await looking;
    },
  };
}
