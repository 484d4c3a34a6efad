// Worker threads that take one job after the other, so that an event loop never waits for a computation.
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

/** What a job may be: by its kind, what goes to the thread and what comes back. Both survive a structured clone. */
export type JobTable = Record<string, { request: object; answer: unknown }>;

export type JobMessage<J extends JobTable> = {
  [K in keyof J]: { id: number; kind: K; request: J[K]["request"] };
}[keyof J];
export type JobReply<J extends JobTable> =
  | { id: number; ok: true; answer: J[keyof J]["answer"] }
  | { id: number; ok: false; code: string; message: string };

/** `crashed`: the thread ended under the job. `late`: the job took longer than its limit. Others come from the job itself. */
export type ThreadFailureCode = "crashed" | "late" | "aborted" | "closed";

export type PoolOptions = {
  /** The threads' entry file. */
  workerFile: URL;
  /** Threads, and so jobs worked on at once; the number of cores unless set. */
  threads?: number;
  /** A job that takes longer ends with its thread. Only for threads that run no native code: stopping those can end the process. */
  limitMs?: number;
  /** Heap of a thread; one that needs more ends, and nothing else does. */
  memoryMb?: number;
  /** A thread without work for this long ends and gives its memory back. Only for threads that run no native code. */
  idleMs?: number;
  /** Makes the error of a job that has no answer. `detail` is the message of the job, or how its thread ended. */
  failure(code: ThreadFailureCode | (string & {}), detail: string, cause?: unknown): Error;
};

/** `limitMs`: for this job, instead of the pool's. */
export type JobOptions = { signal?: AbortSignal; limitMs?: number };

/**
 * Bytes that go in are copied (1 ms for 5 MB), never taken: the caller keeps its buffers for the next attempt. An aborted job
 * that waits is dropped; one that runs is let go and its answer thrown away.
 */
export type ThreadPool<J extends JobTable> = {
  run<K extends keyof J & string>(kind: K, request: J[K]["request"], options?: JobOptions): Promise<J[K]["answer"]>;
  /** Waiting and running jobs fail with `closed`; answers when all threads have ended. */
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

/** Space for short-lived objects, in MB. V8's own choice grows to 48 a thread, which stays taken; parsing gains nothing by it. */
const YOUNG_MB = 16;

export function createThreadPool<J extends JobTable>(options: PoolOptions): ThreadPool<J> {
  const { workerFile, limitMs, memoryMb, idleMs, failure } = options;
  const size = options.threads ?? Math.max(1, availableParallelism());
  const threads = new Set<Thread>();
  const waiting: Job[] = [];
  let lastId = 0;
  let closed = false;

  /** Takes the job off its thread. */
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

  /** Gives waiting jobs to idle threads; starts threads as they are needed. */
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

  /** An idle thread does not keep the process alive, and goes after a while. */
  function rest(thread: Thread): void {
    thread.worker.unref();
    if (idleMs === undefined || thread.idleTimer !== undefined) return;
    thread.idleTimer = setTimeout(() => {
      threads.delete(thread); // at once, so that no job is given to it any more
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

/** A clone would carry the whole memory behind a view along; so the bytes themselves are copied, and the copy is handed over. */
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
