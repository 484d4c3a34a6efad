// Entry point of a worker thread: processes one job after the other.
import { parentPort } from "node:worker_threads";
import { messageOf } from "../../domain/errors.ts";
import type { JobMessage, JobReply } from "../../platform/threadPool.ts";
import type { ThreadJobs } from "./jobKinds.ts";
import { THREAD_JOBS } from "./jobs.ts";

async function reply({ id, kind, request }: JobMessage<ThreadJobs>): Promise<JobReply<ThreadJobs>> {
  try {
    return { id, ok: true, answer: await THREAD_JOBS[kind](request as never) };
  } catch (error) {
    return { id, ok: false, code: "failed", message: messageOf(error).slice(0, 500) };
  }
}

parentPort?.on("message", async (job: JobMessage<ThreadJobs>) => parentPort?.postMessage(await reply(job)));
