/**
 * `bad_picture`: not a readable PNG, or larger than the limit; a retry gives the same result.
 * `worker_crashed`: the thread died during the job; a retry may work. `aborted`: by the caller's signal.
 * `closed`: the pool was closed. `failed`: the job threw another error.
 */
export type PictureErrorCode = "bad_picture" | "worker_crashed" | "aborted" | "closed" | "failed";

/** Failure of an image job; `message` is a sentence for people. */
export class PictureError extends Error {
  readonly code: PictureErrorCode;

  constructor(code: PictureErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "PictureError";
    this.code = code;
  }
}
