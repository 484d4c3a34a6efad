// Starts rounds of periodic work early if there is something to do. Temporal keeps every execution of a schedule for a day, so a schedule
// that fires twice a minute for nothing writes hundreds of megabytes; checking the database writes nothing.
import { type Client, ScheduleNotFoundError, ScheduleOverlapPolicy } from "@temporalio/client";
import { messageOf } from "../domain/errors.ts";
import { hasWaitingCleanup } from "../models/cleanups/queries.ts";
import { hasWaitingErasure } from "../models/erasures/queries.ts";
import type { Models } from "../models/index.ts";
import { claimRounds } from "../models/installations/rounds.ts";
import { hasFillLeft } from "../models/migrations/migrate.ts";
import { hasAnnouncements } from "../models/notifications/pending.ts";
import { hasUntendedProject } from "../models/projects/tended.ts";
import { hasHidden } from "../models/retention/hideRuns.ts";
import { hasUnaligned } from "../models/schedules/unaligned.ts";
import { hasUnfinishedWork } from "../models/work/queries.ts";
import type { Log } from "../platform/log.ts";
import { ROUNDS, type Round, scheduleIdOf } from "./schedule.ts";

type Look = (models: Models, now: Date) => Promise<boolean>;

const LOOKS: Record<Round, Look> = {
  reconcile: async (models, now) =>
    (await hasUnfinishedWork(models)) ||
    (await hasUntendedProject(models, now)) ||
    (await hasFillLeft(models)) ||
    (await hasWaitingCleanup(models)) ||
    (await hasHidden(models)) ||
    (await hasWaitingErasure(models, now)),
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

/** Returns the rounds that have something to do. If the check of a round fails, the round is included, and the others are not affected. */
export async function dueRounds(models: Models, now: Date, log: Log): Promise<Round[]> {
  const looked = await Promise.allSettled(ROUNDS.map((round) => LOOKS[round](models, now)));
  return ROUNDS.filter((round, at) => {
    const one = looked[at];
    if (one?.status === "rejected")
      log("warn", "could not check for periodic work, starting it", { round, error: messageOf(one.reason) });
    return one?.status !== "fulfilled" || one.value;
  });
}

/**
 * Checks every `everyMs` until stopped, and starts every round once at the beginning. Several workers may do this: only one of them starts
 * what is due, and a round in progress is not started again.
 */
export function watchRounds({ client, models, log, taskQueue, everyMs, now = () => new Date() }: RoundsOptions): {
  stop(): Promise<void>;
} {
  let over = false;
  let wake = (): void => {};
  const start = async (rounds: readonly Round[]): Promise<void> => {
    const started = await Promise.allSettled(
      rounds.map((round) =>
        client.schedule.getHandle(scheduleIdOf(taskQueue, round)).trigger(ScheduleOverlapPolicy.SKIP),
      ),
    );
    for (const one of started) if (one.status === "rejected") throw one.reason;
  };
  /**
   * Returns nothing if another worker has claimed this turn. The minimum interval is 80 % of `everyMs`, so that a slightly early check
   * still counts as a new turn.
   */
  const ours = async (due: readonly Round[]): Promise<readonly Round[]> =>
    due.length > 0 && (await claimRounds(models, now(), 0.8 * everyMs)) ? due : [];
  const looking = (async () => {
    let rounds: readonly Round[] | null = ROUNDS;
    while (!over) {
      try {
        await start(rounds ?? (await ours(await dueRounds(models, now(), log))));
        rounds = null;
      } catch (error) {
        // The schedule starts the round later in any case.
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
