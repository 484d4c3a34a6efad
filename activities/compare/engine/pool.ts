// Worker threads for all pixel work, so that an event loop never waits for an image.
import { createThreadPool, type JobOptions } from "../../../platform/threadPool.ts";
import { sameBytesAnswer } from "./comparePair.ts";
import { sameBytes } from "./decode.ts";
import { PictureError, type PictureErrorCode } from "./errors.ts";
import type { CompareAnswer, CompareRequest, Difference, Jobs, MergeAnswer, MergeRequest, Reencoded } from "./jobs.ts";

export type PoolOptions = {
  /** Number of threads, and so of concurrent jobs. Defaults to the number of cores. A pair of 1440×30,000 takes 0.5 GB. */
  threads?: number;
  /** The threads' entry file; tests replace it with one that crashes. */
  workerFile?: URL;
};

/**
 * Failures are `PictureError`s. A job has no time limit, because stopping a thread inside a native decoder can crash the
 * process.
 */
export type ComparePool = {
  compare(request: CompareRequest, options?: JobOptions): Promise<CompareAnswer>;
  /** Returns only the diff, from the same request as the comparison; null if nothing differs. */
  diffPicture(request: CompareRequest, options?: JobOptions): Promise<Uint8Array | null>;
  /** Returns a smaller image with the same pixels, and their hash. */
  reencode(png: Uint8Array, options?: JobOptions): Promise<Reencoded>;
  pixelHash(png: Uint8Array, options?: JobOptions): Promise<string>;
  /** Compares a screenshot with the expected result of merging accepted screenshots. */
  merge(request: MergeRequest, options?: JobOptions): Promise<MergeAnswer>;
  difference(a: Uint8Array, b: Uint8Array, options?: JobOptions): Promise<Difference>;
  /** Waiting and running jobs fail with `closed`; resolves when all threads have ended. */
  close(): Promise<void>;
};

// The packaged service runs this file as .js next to a .js worker.
const WORKER_FILE = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js", import.meta.url);

export function createComparePool(options: PoolOptions = {}): ComparePool {
  const pool = createThreadPool<Jobs>({
    workerFile: options.workerFile ?? WORKER_FILE,
    ...(options.threads === undefined ? {} : { threads: options.threads }),
    failure,
  });

  // `async`, so that an invalid PNG rejects instead of throwing.
  async function compare(request: CompareRequest, jobOptions?: JobOptions): Promise<CompareAnswer> {
    // The common case of an unchanged page needs no thread.
    return sameBytesAnswer(request) ?? pool.run("compare", request, jobOptions);
  }

  return {
    compare,
    diffPicture: async (request, jobOptions) =>
      (await compare({ ...request, diffPicture: "always" }, jobOptions)).diffPng,
    reencode: (png, jobOptions) => pool.run("reencode", { png }, jobOptions),
    pixelHash: (png, jobOptions) => pool.run("pixelHash", { png }, jobOptions),
    merge: (request, jobOptions) => pool.run("merge", request, jobOptions),
    difference: async (a, b, jobOptions) =>
      sameBytes(a, b) ? { equal: true, boxes: [] } : pool.run("difference", { a, b }, jobOptions),
    close: () => pool.close(),
  };
}

function failure(code: string, detail: string, cause?: unknown): PictureError {
  if (code === "closed") return new PictureError("closed", "The pool of comparison threads is closed.");
  if (code === "aborted") return new PictureError("aborted", "The comparison was cancelled.", { cause });
  if (code === "crashed") return new PictureError("worker_crashed", `The comparison thread ended: ${detail}.`);
  return new PictureError(code as PictureErrorCode, detail);
}
