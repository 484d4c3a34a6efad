/**
 * `bad_picture`: not a readable PNG, or larger than the limit; another try gives the same.
 * `worker_crashed`: the thread died under the job; another try may work. `aborted`: by the caller's signal.
 * `closed`: the pool was closed. `failed`: the job threw something else.
 */
export type PictureErrorCode = "bad_picture" | "worker_crashed" | "aborted" | "closed" | "failed";

/** Why a picture job has no answer; `message` is a sentence for a person. */
export class PictureError extends Error {
  readonly code: PictureErrorCode;

  constructor(code: PictureErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "PictureError";
    this.code = code;
  }
}
