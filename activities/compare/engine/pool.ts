// Worker threads for everything that touches pixels, so that an event loop never waits for a picture.
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { sameBytesAnswer } from "./comparePair.ts";
import { sameBytes } from "./decode.ts";
import { PictureError } from "./errors.ts";
import type { CompareAnswer, CompareRequest, Difference, JobKind, JobReply, Jobs } from "./jobs.ts";

export type PoolOptions = {
  /** Threads, and so pictures worked on at once; the number of cores unless set. A pair of 1440×30,000 takes 0.5 GB. */
  threads?: number;
  /** The threads' entry file; tests put in one that dies. */
  workerFile?: URL;
};

export type JobOptions = { signal?: AbortSignal };

/**
 * Bytes that go in are copied (1 ms for 5 MB), never taken: the caller keeps its buffers for the next attempt.
 * Failures are `PictureError`s. An aborted job that waits is dropped; one that runs is let go and its answer thrown
 * away, since a thread that is stopped inside a native decoder can take the process down.
 */
export type ComparePool = {
  compare(request: CompareRequest, options?: JobOptions): Promise<CompareAnswer>;
  /** The diff picture alone, from the same request as the comparison; null when nothing differs. */
  diffPicture(request: CompareRequest, options?: JobOptions): Promise<Uint8Array | null>;
  reencode(png: Uint8Array, options?: JobOptions): Promise<Uint8Array>;
  pixelHash(png: Uint8Array, options?: JobOptions): Promise<string>;
  difference(a: Uint8Array, b: Uint8Array, options?: JobOptions): Promise<Difference>;
  /** Waiting and running jobs fail with `closed`; answers when all threads have ended. */
  close(): Promise<void>;
};

type Job = {
  id: number;
  kind: JobKind;
  request: Jobs[JobKind]["request"];
  settle: { resolve: (answer: Jobs[JobKind]["answer"]) => void; reject: (error: PictureError) => void };
};
type Thread = { worker: Worker; job: Job | null; lost: string };

// The packed service runs this file as .js beside a worker of the same kind.
const WORKER_FILE = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js", import.meta.url);

export function createComparePool(options: PoolOptions = {}): ComparePool {
  const size = options.threads ?? Math.max(1, availableParallelism());
  const threads = new Set<Thread>();
  const waiting: Job[] = [];
  let lastId = 0;
  let closed = false;

  function startThread(): Thread {
    const worker = new Worker(options.workerFile ?? WORKER_FILE);
    const thread: Thread = { worker, job: null, lost: "" };
    threads.add(thread);
    worker.on("message", (reply: JobReply) => {
      const { job } = thread;
      if (job === null || job.id !== reply.id) return;
      thread.job = null;
      if (reply.ok) job.settle.resolve(reply.answer);
      else job.settle.reject(new PictureError(reply.code, reply.message));
      dispatch();
    });
    worker.on("error", (error) => {
      thread.lost = error instanceof Error ? error.message : String(error);
    });
    worker.on("exit", (code) => {
      threads.delete(thread);
      const why = thread.lost || `exit code ${code}`;
      const message = `The thread that worked on the picture ended: ${why}.`;
      thread.job?.settle.reject(
        closed ? new PictureError("closed", CLOSED_MESSAGE) : new PictureError("worker_crashed", message),
      );
      thread.job = null;
      dispatch();
    });
    return thread;
  }

  /** Gives waiting jobs to idle threads; starts threads as they are needed. An idle thread does not keep the process alive. */
  function dispatch(): void {
    while (waiting.length > 0 && !closed) {
      const idle = [...threads].find(({ job }) => job === null) ?? (threads.size < size ? startThread() : null);
      if (idle === null) break;
      const job = waiting.shift()!;
      idle.job = job;
      idle.worker.ref();
      const { request, copies } = withCopies(job.request);
      idle.worker.postMessage({ id: job.id, kind: job.kind, request }, copies);
    }
    for (const { job, worker } of threads) if (job === null) worker.unref();
  }

  function run<K extends JobKind>(
    kind: K,
    request: Jobs[K]["request"],
    { signal }: JobOptions = {},
  ): Promise<Jobs[K]["answer"]> {
    return new Promise((resolve, reject) => {
      if (closed) return reject(new PictureError("closed", CLOSED_MESSAGE));
      if (signal?.aborted) return reject(abortedBy(signal));
      const onAbort = (): void => {
        const place = waiting.indexOf(job);
        if (place >= 0) waiting.splice(place, 1);
        reject(abortedBy(signal));
      };
      const done = (): void => signal?.removeEventListener("abort", onAbort);
      const job: Job = {
        id: ++lastId,
        kind,
        request,
        settle: {
          resolve: (answer) => {
            done();
            resolve(answer as Jobs[K]["answer"]);
          },
          reject: (error) => {
            done();
            reject(error);
          },
        },
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      waiting.push(job);
      dispatch();
    });
  }

  // `async`, so that a picture that is no PNG rejects instead of throwing.
  async function compare(request: CompareRequest, jobOptions?: JobOptions): Promise<CompareAnswer> {
    // The usual case of an unchanged page needs no thread at all.
    return sameBytesAnswer(request) ?? run("compare", request, jobOptions);
  }

  return {
    compare,
    diffPicture: async (request, jobOptions) =>
      (await compare({ ...request, diffPicture: "always" }, jobOptions)).diffPng,
    reencode: (png, jobOptions) => run("reencode", { png }, jobOptions),
    pixelHash: (png, jobOptions) => run("pixelHash", { png }, jobOptions),
    difference: async (a, b, jobOptions) =>
      sameBytes(a, b) ? { equal: true, box: null } : run("difference", { a, b }, jobOptions),
    async close() {
      closed = true;
      for (const job of waiting.splice(0)) job.settle.reject(new PictureError("closed", CLOSED_MESSAGE));
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}

/** A clone would carry the whole memory behind a view along; so the bytes themselves are copied, and the copy is handed over. */
function withCopies(request: Job["request"]): { request: Job["request"]; copies: ArrayBuffer[] } {
  const copies: ArrayBuffer[] = [];
  const entries = Object.entries(request).map(([name, value]) => {
    if (!(value instanceof Uint8Array)) return [name, value];
    const copy = new Uint8Array(value);
    copies.push(copy.buffer);
    return [name, copy];
  });
  return { request: Object.fromEntries(entries), copies };
}

const CLOSED_MESSAGE = "The pool of picture threads is closed.";

function abortedBy(signal: AbortSignal | undefined): PictureError {
  return new PictureError("aborted", "The picture job was cancelled.", { cause: signal?.reason });
}
