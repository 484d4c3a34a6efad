// Entry point of the thread that runs the sentence-embedding model. The model is loaded with the first text.
import { parentPort } from "node:worker_threads";
import { messageOf } from "../../domain/errors.ts";
import type { JobMessage, JobReply } from "../threadPool.ts";
import { type EmbedderJobs, UNAVAILABLE } from "./jobs.ts";
import { loadModel, type Model } from "./miniLm.ts";

let model: Promise<Model> | undefined;

async function reply({ id, request }: JobMessage<EmbedderJobs>): Promise<JobReply<EmbedderJobs>> {
  const failed = (code: string, error: unknown) =>
    ({ id, ok: false, code, message: messageOf(error).slice(0, 500) }) as const;
  model ??= loadModel(request.folder, request.runtime);
  let embed: Model;
  try {
    embed = await model;
  } catch (error) {
    return failed(UNAVAILABLE, error);
  }
  try {
    const answer: Float32Array[] = [];
    for (const text of request.texts) answer.push(await embed(text));
    return { id, ok: true, answer };
  } catch (error) {
    return failed("failed", error);
  }
}

parentPort?.on("message", async (job: JobMessage<EmbedderJobs>) => parentPort?.postMessage(await reply(job)));
