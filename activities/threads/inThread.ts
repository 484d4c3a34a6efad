// The threads of this process for everything that is read from sites: event loops turn meanwhile, heartbeats and cancels arrive.

import {
  createThreadPool,
  type JobOptions,
  type ThreadFailureCode,
  type ThreadPool,
} from "../../platform/threadPool.ts";
import type { ThreadJobs } from "./jobKinds.ts";

/**
 * `late`: it took longer than 20 s, which only what was made for it does. `crashed`: it needed more memory than a thread has.
 * `failed`: it broke. Each is the matter of the one input, and another try gives the same.
 */
export class ThreadJobError extends Error {
  readonly code: Exclude<ThreadFailureCode, "aborted"> | "failed";

  constructor(code: ThreadJobError["code"], message: string) {
    super(message);
    this.name = "ThreadJobError";
    this.code = code;
  }
}

/** The largest sitemap that is read takes 1 to 3 s of a processor, and so some seconds more on a busy machine. */
const LIMIT_MS = 20_000;
const MEMORY_MB = 512;
/** What a large job left in a thread's heap is not kept for good. */
const IDLE_MS = 10_000;
// The packed service runs this file as .js beside a worker of the same kind.
const WORKER_FILE = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js", import.meta.url);

/** One pool a process, made when it is first needed; its idle threads do not keep the process alive. */
let shared: ThreadPool<ThreadJobs> | undefined;

/** Rejects with a ThreadJobError, or with the signal's reason. */
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

/** For workers that end; the next job would start new threads. */
export async function closeThreads(): Promise<void> {
  const pool = shared;
  shared = undefined;
  await pool?.close();
}

const SENTENCES = {
  late: `It takes longer to read than ${LIMIT_MS / 1_000} s.`,
  crashed: "It takes more memory to read than there is for it.",
  closed: "The process is ending.",
} as const;

function failure(code: string, detail: string, cause?: unknown): Error {
  if (code === "aborted") return cause instanceof Error ? cause : new Error("The job was cancelled.", { cause });
  if (code === "late" || code === "crashed" || code === "closed") return new ThreadJobError(code, SENTENCES[code]);
  return new ThreadJobError("failed", detail);
}
