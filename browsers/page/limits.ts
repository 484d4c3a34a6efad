// Time limits for each part of a capture. Every wait of the engine is bounded here, so no page can block a worker.

export type CaptureLimits = {
  /** From the request until the page has loaded. After that the capture continues if there is a document. */
  loadMs: number;
  /** For one step, and for the wait for the ready selector. */
  stepMs: number;
  /** For a response of the page's main thread, on top of the time granted to the work in it. */
  answerMs: number;
  /** For one frame: 50,000 px took 8 s on two busy cores. */
  frameMs: number;
  /** For everything together. */
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
 * When frames are taken, in ms after the first, until none has changed for `REST_MS`. Uneven, so that blinking content is not always
 * seen in the same state; few, because each costs the browser a full raster.
 */
export const FRAME_TIMES_MS: readonly number[] = [
  0, 150, 420, 1_000, 1_400, 1_850, 2_250, 2_700, 3_150, 3_650, 4_100, 4_600, 5_000,
];
export const REST_MS = 1_000;
