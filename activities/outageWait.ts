// Waits for the database inside an activity if retrying the whole activity would cost more than the wait.
import { setTimeout as sleep } from "node:timers/promises";
import { isDatabaseAway, isDatabaseFull } from "../models/database/databaseAway.ts";
import { throwIfCancelled } from "./failures.ts";
import { withHeartbeat } from "./heartbeat.ts";

/** Below the timeout of every policy with few attempts: if the database is not back by then, the attempt fails and the next one waits again. */
const OUTAGE_WAIT_MS = 80_000;
const AGAIN_MS = 500;

/**
 * Repeats `work`, which must be safe to repeat, while the database is unavailable or its disk is full. Browser activities have few
 * attempts, because a page that kills browsers must not be retried forever; a database outage would use them up within seconds.
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

/** An activity of few attempts, all of which may be repeated: a database outage is waited for, and any other error fails the attempt. */
export const throughOutages = <T>(
  work: (signal: AbortSignal, note: (phase: string) => void) => Promise<T>,
  waitMs?: number,
): Promise<T> => withHeartbeat((signal, note) => onceDatabaseIsBack(signal, () => work(signal, note), waitMs));
