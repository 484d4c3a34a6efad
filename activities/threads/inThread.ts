// Worker threads of this process for all data that comes from sites, so that the event loop keeps running and heartbeats and cancellations
// arrive.

import {
  createThreadPool,
  type JobOptions,
  type ThreadFailureCode,
  type ThreadPool,
} from "../../platform/threadPool.ts";
import type { ThreadJobs } from "./jobKinds.ts";

/**
 * `late`: it took longer than 20 s, which only malicious input does. `crashed`: it needed more memory than a thread has.
 * `failed`: it threw. Each depends only on the input, so a retry gives the same result.
 */
export class ThreadJobError extends Error {
  readonly code: Exclude<ThreadFailureCode, "aborted"> | "failed";

  constructor(code: ThreadJobError["code"], message: string) {
    super(message);
    this.name = "ThreadJobError";
    this.code = code;
  }
}

/** The largest sitemap takes 1 to 3 s of a processor, and some seconds more on a busy machine. */
const LIMIT_MS = 20_000;
const MEMORY_MB = 512;
/** An idle thread is ended, so that the heap of a large job is not kept. */
const IDLE_MS = 10_000;
// The packaged service runs this file as .js next to a .js worker.
const WORKER_FILE = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js", import.meta.url);

/** One pool per process, created when first needed; its idle threads do not keep the process alive. */
let shared: ThreadPool<ThreadJobs> | undefined;

/** Runs a job in a thread. Rejects with a ThreadJobError, or with the signal's reason. */
export function inThread<K extends keyof ThreadJobs>(
  kind: K,
  request: ThreadJobs[K]["request"],
  options?: JobOptions,
): Promise<ThreadJobs[K]["answer"]> {
  shared ??= createThreadPool<ThreadJobs>({
    workerFile: WORKER_FILE,
    limitMs: LIMIT_MS,
    memoryMb: MEMORY_MB,
    idleMs: IDLE_MS,
    failure,
  });
  return shared.run(kind, request, options);
}

/** For workers that shut down; the next job would start new threads. */
export async function closeThreads(): Promise<void> {
  const pool = shared;
  shared = undefined;
  await pool?.close();
}

const SENTENCES = {
  late: `It takes longer to read than ${LIMIT_MS / 1_000} s.`,
  crashed: "It takes too much memory to read.",
  closed: "The process is ending.",
} as const;

function failure(code: string, detail: string, cause?: unknown): Error {
  if (code === "aborted") return cause instanceof Error ? cause : new Error("The job was cancelled.", { cause });
  if (code === "late" || code === "crashed" || code === "closed") return new ThreadJobError(code, SENTENCES[code]);
  return new ThreadJobError("failed", detail);
}
