// Notices that a process gives no sign of life, and gives it up after a bound.

/** In seconds without a sign of life. */
export type SilenceLimits = { tellAfterS: number; restartAfterS: number };

export type SilenceOptions = SilenceLimits & {
  /** Told once a silence, with how long it has lasted and how long it may still last, in seconds. */
  silent(seconds: number, restartIn: number): void;
  /** Told when a silence that was told of is over. */
  back(seconds: number): void;
  /** The bound is reached; told once. */
  giveUp(seconds: number): void;
  /** Length of a second, for tests. */
  secondMs?: number;
};

/**
 * Counts seconds by a timer of its own, not by the clock: a machine that slept, or a terminal that stopped all of us, is not the
 * silence of one process.
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
