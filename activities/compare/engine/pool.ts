// Worker threads for everything that touches pixels, so that an event loop never waits for a picture.
import { createThreadPool, type JobOptions } from "../../../platform/threadPool.ts";
import { sameBytesAnswer } from "./comparePair.ts";
import { sameBytes } from "./decode.ts";
import { PictureError, type PictureErrorCode } from "./errors.ts";
import type { CompareAnswer, CompareRequest, Difference, Jobs, MergeAnswer, MergeRequest, Reencoded } from "./jobs.ts";

export type PoolOptions = {
  /** Threads, and so pictures worked on at once; the number of cores unless set. A pair of 1440×30,000 takes 0.5 GB. */
  threads?: number;
  /** The threads' entry file; tests put in one that dies. */
  workerFile?: URL;
};

/**
 * Failures are `PictureError`s. A job has no time limit: a thread that is stopped inside a native decoder can take the
 * process down.
 */
export type ComparePool = {
  compare(request: CompareRequest, options?: JobOptions): Promise<CompareAnswer>;
  /** The diff picture alone, from the same request as the comparison; null when nothing differs. */
  diffPicture(request: CompareRequest, options?: JobOptions): Promise<Uint8Array | null>;
  /** A smaller picture with the same pixels, and their hash. */
  reencode(png: Uint8Array, options?: JobOptions): Promise<Reencoded>;
  pixelHash(png: Uint8Array, options?: JobOptions): Promise<string>;
  /** Compares a picture with what a merge of accepted pictures should look like. */
  merge(request: MergeRequest, options?: JobOptions): Promise<MergeAnswer>;
  difference(a: Uint8Array, b: Uint8Array, options?: JobOptions): Promise<Difference>;
  /** Waiting and running jobs fail with `closed`; answers when all threads have ended. */
  close(): Promise<void>;
};

// The packed service runs this file as .js beside a worker of the same kind.
const WORKER_FILE = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js", import.meta.url);

export function createComparePool(options: PoolOptions = {}): ComparePool {
  const pool = createThreadPool<Jobs>({
    workerFile: options.workerFile ?? WORKER_FILE,
    ...(options.threads === undefined ? {} : { threads: options.threads }),
    failure,
  });

  // `async`, so that a picture that is no PNG rejects instead of throwing.
  async function compare(request: CompareRequest, jobOptions?: JobOptions): Promise<CompareAnswer> {
    // The usual case of an unchanged page needs no thread at all.
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
