// Waiting for the database inside an activity, where trying the whole activity again would cost more than the wait.
import { setTimeout as sleep } from "node:timers/promises";
import { isDatabaseAway, isDatabaseFull } from "../models/database/databaseAway.ts";
import { throwIfCancelled } from "./failures.ts";

/** Under the time of every policy that has few attempts: what is not back by then ends the attempt, and the next one waits again. */
const OUTAGE_WAIT_MS = 80_000;
const AGAIN_MS = 500;

/**
 * Repeats `work`, which must be harmless to repeat, while the database is unavailable or has no room on its disk. A browser's attempts are few, since a
 * page that kills browsers must not be tried for ever; an outage of the database would use them up in seconds.
 */
export async function onceDatabaseIsBack<T>(
  signal: AbortSignal,
  work: () => Promise<T>,
  waitMs = OUTAGE_WAIT_MS,
): Promise<T> {
  const end = performance.now() + waitMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      throwIfCancelled(signal);
      if (!(isDatabaseAway(error) || isDatabaseFull(error)) || performance.now() > end) throw error;
    }
    await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    throwIfCancelled(signal);
  }
}
