// Worker threads that process one job after the other, so that an event loop never waits for a computation.
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

/** The jobs by kind: what is sent to the thread and what comes back. Both must survive a structured clone. */
export type JobTable = Record<string, { request: object; answer: unknown }>;

export type JobMessage<J extends JobTable> = {
  [K in keyof J]: { id: number; kind: K; request: J[K]["request"] };
}[keyof J];
export type JobReply<J extends JobTable> =
  | { id: number; ok: true; answer: J[keyof J]["answer"] }
  | { id: number; ok: false; code: string; message: string };

/** `crashed`: the thread ended during the job. `late`: the job exceeded its limit. Other codes come from the job itself. */
export type ThreadFailureCode = "crashed" | "late" | "aborted" | "closed";

export type PoolOptions = {
  /** Entry file of the threads. */
  workerFile: URL;
  /** Number of threads, and so of jobs at the same time; by default the number of cores. */
  threads?: number;
  /** A job that takes longer is ended with its thread. Only for threads that run no native code, because stopping those can end the process. */
  limitMs?: number;
  /** Heap limit of a thread; exceeding it ends only that thread. */
  memoryMb?: number;
  /** A thread without work for this long is ended to free its memory. Only for threads that run no native code. */
  idleMs?: number;
  /** Creates the error of a failed job. `detail` is the message of the job, or how its thread ended. */
  failure(code: ThreadFailureCode | (string & {}), detail: string, cause?: unknown): Error;
};

/** `limitMs`: for this job, instead of the pool's limit. */
export type JobOptions = { signal?: AbortSignal; limitMs?: number };

/**
 * Input bytes are copied (1 ms for 5 MB), not transferred, so that the caller keeps its buffers for the next attempt. An aborted job that
 * is waiting is dropped; one that is running continues, and its result is discarded.
 */
export type ThreadPool<J extends JobTable> = {
  run<K extends keyof J & string>(kind: K, request: J[K]["request"], options?: JobOptions): Promise<J[K]["answer"]>;
  /** Waiting and running jobs fail with `closed`. Resolves when all threads have ended. */
  close(): Promise<void>;
};

type Job = {
  id: number;
  kind: string;
  request: object;
  limitMs: number | undefined;
  resolve(answer: unknown): void;
  reject(error: Error): void;
};
type Thread = {
  worker: Worker;
  job: Job | null;
  /** Ends a job that is late. */
  timer: NodeJS.Timeout | undefined;
  /** Ends the thread while it has no job. */
  idleTimer: NodeJS.Timeout | undefined;
  lost: string;
  isLate: boolean;
};

/** Space for short-lived objects, in MB. V8's default grows to 48 per thread, which is never freed; parsing does not benefit from it. */
const YOUNG_MB = 16;

export function createThreadPool<J extends JobTable>(options: PoolOptions): ThreadPool<J> {
  const { workerFile, limitMs, memoryMb, idleMs, failure } = options;
  const size = options.threads ?? Math.max(1, availableParallelism());
  const threads = new Set<Thread>();
  const waiting: Job[] = [];
  let lastId = 0;
  let closed = false;

  /** Removes the job from its thread. */
  function finish(thread: Thread): Job | null {
    const { job } = thread;
    clearTimeout(thread.timer);
    thread.job = null;
    return job;
  }

  function startThread(): Thread {
    const worker = new Worker(
      workerFile,
      memoryMb === undefined
        ? {}
        : { resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB } },
    );
    const thread: Thread = { worker, job: null, timer: undefined, idleTimer: undefined, lost: "", isLate: false };
    threads.add(thread);
    worker.on("message", (reply: JobReply<J>) => {
      if (thread.job?.id !== reply.id) return;
      const job = finish(thread);
      if (reply.ok) job?.resolve(reply.answer);
      else job?.reject(failure(reply.code, reply.message));
      dispatch();
    });
    worker.on("error", (error) => {
      thread.lost = error instanceof Error ? error.message : String(error);
    });
    worker.on("exit", (code) => {
      threads.delete(thread);
      const why = thread.isLate ? "late" : closed ? "closed" : "crashed";
      finish(thread)?.reject(failure(why, thread.lost || `exit code ${code}`));
      dispatch();
    });
    return thread;
  }

  function give(thread: Thread, job: Job): void {
    thread.job = job;
    clearTimeout(thread.idleTimer);
    thread.idleTimer = undefined;
    thread.worker.ref();
    if (job.limitMs !== undefined)
      thread.timer = setTimeout(() => {
        thread.isLate = true;
        void thread.worker.terminate();
      }, job.limitMs);
    const { request, copies } = withCopies(job.request);
    thread.worker.postMessage({ id: job.id, kind: job.kind, request }, copies);
  }

  /** Gives waiting jobs to idle threads; starts threads as needed. */
  function dispatch(): void {
    while (waiting.length > 0 && !closed) {
      const idle = [...threads].find(({ job, isLate }) => job === null && !isLate);
      const thread = idle ?? (threads.size < size ? startThread() : null);
      const job = thread === null ? undefined : waiting.shift();
      if (thread === null || job === undefined) break;
      give(thread, job);
    }
    for (const thread of threads) if (thread.job === null) rest(thread);
  }

  /** Lets the process exit while the thread is idle, and ends the thread after a while. */
  function rest(thread: Thread): void {
    thread.worker.unref();
    if (idleMs === undefined || thread.idleTimer !== undefined) return;
    thread.idleTimer = setTimeout(() => {
      threads.delete(thread); // immediately, so that it gets no further job
      void thread.worker.terminate();
    }, idleMs).unref();
  }

  function run<K extends keyof J & string>(
    kind: K,
    request: J[K]["request"],
    { signal, limitMs: ownLimitMs = limitMs }: JobOptions = {},
  ): Promise<J[K]["answer"]> {
    return new Promise((resolve, reject) => {
      if (closed) return reject(failure("closed", ""));
      if (signal?.aborted) return reject(failure("aborted", "", signal.reason));
      const onAbort = (): void => {
        const place = waiting.indexOf(job);
        if (place >= 0) waiting.splice(place, 1);
        reject(failure("aborted", "", signal?.reason));
      };
      const done = (): void => signal?.removeEventListener("abort", onAbort);
      const job: Job = {
        id: ++lastId,
        kind,
        request,
        limitMs: ownLimitMs,
        resolve(answer) {
          done();
          resolve(answer as J[K]["answer"]);
        },
        reject(error) {
          done();
          reject(error);
        },
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      waiting.push(job);
      dispatch();
    });
  }

  return {
    run,
    async close() {
      closed = true;
      for (const job of waiting.splice(0)) job.reject(failure("closed", ""));
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}

/** A clone would include the whole memory behind a view, so the bytes are copied and the copy is transferred. */
function withCopies(request: object): { request: object; copies: ArrayBuffer[] } {
  const copies: ArrayBuffer[] = [];
  const entries = Object.entries(request).map(([name, value]) => {
    if (!(value instanceof Uint8Array)) return [name, value];
    const copy = new Uint8Array(value);
    copies.push(copy.buffer);
    return [name, copy];
  });
  return { request: Object.fromEntries(entries), copies };
}
