// Starts the rounds of periodic work early where there is something to do. Temporal keeps every execution of a schedule for a day, so
// a schedule that fires twice a minute for nothing writes hundreds of megabytes; a look at the database writes nothing.
import { type Client, ScheduleNotFoundError } from "@temporalio/client";
import { messageOf } from "../domain/errors.ts";
import { hasWaitingCleanup } from "../models/cleanups/queries.ts";
import type { Models } from "../models/index.ts";
import { hasAnnouncements } from "../models/notifications/pending.ts";
import { hasUntendedProject } from "../models/projects/tended.ts";
import { hasUnaligned } from "../models/schedules/unaligned.ts";
import { hasUnfinishedWork } from "../models/work/queries.ts";
import type { Log } from "../platform/log.ts";
import { ROUNDS, type Round, scheduleIdOf } from "./schedule.ts";

type Look = (models: Models, now: Date) => Promise<boolean>;

const LOOKS: Record<Round, Look> = {
  reconcile: async (models, now) =>
    (await hasUnfinishedWork(models)) || (await hasUntendedProject(models, now)) || (await hasWaitingCleanup(models)),
  tell: (models) => hasAnnouncements(models),
  align: (models, now) => hasUnaligned(models, now),
};

export type RoundsOptions = {
  client: Pick<Client, "schedule">;
  models: Models;
  log: Log;
  taskQueue: string;
  everyMs: number;
  now?: () => Date;
};

/** The rounds that have something to do. */
export async function dueRounds(models: Models, now: Date): Promise<Round[]> {
  const due = await Promise.all(ROUNDS.map(async (round) => ((await LOOKS[round](models, now)) ? [round] : [])));
  return due.flat();
}

/**
 * Looks every `everyMs` until it is stopped, and starts each round once at the beginning. Several workers may do so: a round that goes on is
 * not started again.
 */
export function watchRounds({ client, models, log, taskQueue, everyMs, now = () => new Date() }: RoundsOptions): {
  stop(): Promise<void>;
} {
  let over = false;
  let wake = (): void => {};
  const start = async (rounds: readonly Round[]): Promise<void> => {
    for (const round of rounds) await client.schedule.getHandle(scheduleIdOf(taskQueue, round)).trigger();
  };
  const looking = (async () => {
    let rounds: readonly Round[] | null = ROUNDS;
    while (!over) {
      try {
        await start(rounds ?? (await dueRounds(models, now())));
        rounds = null;
      } catch (error) {
        // The schedule itself comes later in any case.
        const level = error instanceof ScheduleNotFoundError ? "warn" : "debug";
        log(level, "periodic work could not be started early", { error: messageOf(error) });
      }
      if (!over)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, everyMs);
          timer.unref();
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
    }
  })();
  return {
    async stop() {
      over = true;
      wake();
      await looking;
    },
  };
}
