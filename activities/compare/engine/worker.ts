// Entry point of a worker thread: processes the pool's jobs one after the other.
import { parentPort } from "node:worker_threads";
import type { JobMessage, JobReply } from "../../../platform/threadPool.ts";
import { comparePair } from "./comparePair.ts";
import { PictureError } from "./errors.ts";
import type { JobKind, Jobs } from "./jobs.ts";
import { mergeAndCompare } from "./merge.ts";
import { difference, pixelHash, reencode } from "./pictures.ts";

function run(job: JobMessage<Jobs>): Promise<Jobs[JobKind]["answer"]> {
  switch (job.kind) {
    case "compare":
      return comparePair(job.request);
    case "reencode":
      return reencode(job.request.png);
    case "pixelHash":
      return pixelHash(job.request.png);
    case "merge":
      return mergeAndCompare(job.request);
    case "difference":
      return difference(job.request.a, job.request.b);
  }
}

async function reply(job: JobMessage<Jobs>): Promise<JobReply<Jobs>> {
  try {
    return { id: job.id, ok: true, answer: await run(job) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { id: job.id, ok: false, code: error instanceof PictureError ? error.code : "failed", message };
  }
}

parentPort?.on("message", async (job: JobMessage<Jobs>) => parentPort?.postMessage(await reply(job)));
