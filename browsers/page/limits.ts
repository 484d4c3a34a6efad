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

/** After the first frame, further ones are taken so many ms after it, until two in a row are equal. */
export const FRAME_TIMES_MS: readonly number[] = [0, 100, 250, 500, 1_000];
