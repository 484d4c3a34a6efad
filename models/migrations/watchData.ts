// Tells whether the data still moves while a process waits for it: a migration that takes minutes is not one that hangs.

import type { Models } from "../index.ts";
import { readDataState } from "../installations/dataState.ts";

/** How often it looks. Most starts are over before the first look. */
const LOOK_MS = 1_000;

/** What is done just now, in words: "problems are kept, batch 14". */
export type Moved = (step: string) => void;

export type DataWatch = {
  /** What this process does itself; null: it migrates, or waits for who does. */
  own(step: string | null): void;
  stop(): Promise<void>;
};

/**
 * Calls `moved` whenever something happened since the last look: another step, a batch, or a sign of life of the process that
 * migrates, whichever it is. While this process makes indexes, of which the database says nothing before the end, an answer
 * of the database is such a sign.
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
    else if (now !== last) moved(lease?.step ?? "waiting for who migrates");
    last = now;
  };
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    // A database that is away moves nothing; the migration itself says what is wrong.
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
