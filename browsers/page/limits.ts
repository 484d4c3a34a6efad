// How long each part of a capture may take. Every wait of the engine has a bound here: no page can hold a worker.

export type CaptureLimits = {
  /** From the request until the page has loaded. After it the capture goes on when there is a document. */
  loadMs: number;
  /** One step, and the wait for the ready selector. */
  stepMs: number;
  /** An answer of the page's main thread beyond what was granted to the work in it. */
  answerMs: number;
  /** One frame: 50,000 px took 8 s on two busy cores. */
  frameMs: number;
  /** Everything together. */
  totalMs: number;
};

export const DEFAULT_LIMITS: CaptureLimits = {
  loadMs: 30_000,
  stepMs: 10_000,
  answerMs: 15_000,
  frameMs: 45_000,
  totalMs: 150_000,
};

/**
 * When frames are taken, ms after the first one, until none has changed for `REST_MS`. Uneven, so that what blinks is not always met in the
 * same state; few, as each costs the browser a whole raster.
 */
export const FRAME_TIMES_MS: readonly number[] = [
  0, 150, 420, 1_000, 1_400, 1_850, 2_250, 2_700, 3_150, 3_650, 4_100, 4_600, 5_000,
];
export const REST_MS = 1_000;
