// Detects a process that gives no sign of life, and gives up on it after a limit.

/** Limits in seconds without a sign of life. */
export type SilenceLimits = { tellAfterS: number; restartAfterS: number };

export type SilenceOptions = SilenceLimits & {
  /** Called once per silence with its duration so far and the time until the limit, in seconds. */
  silent(seconds: number, restartIn: number): void;
  /** Called when a reported silence is over. */
  back(seconds: number): void;
  /** Called once when the limit is reached. */
  giveUp(seconds: number): void;
  /** Length of a second in ms, for tests. */
  secondMs?: number;
};

/**
 * Counts seconds with its own timer instead of the clock, because a suspended machine, or a terminal that stopped all processes, is not
 * the silence of one process.
 */
export function watchSilence(options: SilenceOptions): { alive(): void; stop(): void } {
  const { tellAfterS, restartAfterS, silent, back, giveUp, secondMs = 1_000 } = options;
  let seconds = 0;
  let given = false;
  const timer = setInterval(() => {
    seconds += 1;
    if (seconds === tellAfterS) silent(seconds, restartAfterS - seconds);
    if (seconds >= restartAfterS && !given) {
      given = true;
      clearInterval(timer);
      giveUp(seconds);
    }
  }, secondMs);
  timer.unref();
  return {
    alive() {
      if (given) return;
      if (seconds >= tellAfterS) back(seconds);
      seconds = 0;
    },
    stop: () => clearInterval(timer),
  };
}
