// The sentence-embedding model of assets/models, in its own thread that starts with the first text.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type Embedder, EmbedderUnavailableError } from "../../domain/functional/find/embedder.ts";
import { createThreadPool, type ThreadPool } from "../threadPool.ts";
import { type EmbedderJobs, UNAVAILABLE } from "./jobs.ts";

/** As named in assets/models/NOTICE; a test compares the file. */
export const MODEL = {
  name: "all-MiniLM-L6-v2",
  sha256: "93432646726da5e34f6098d0a599195150e93a5e7758e845e490eb255cc1f982",
} as const;

/** About 0.2 s of work, so that a search of one text only waits for one batch of another's thousand. */
const BATCH = 32;
// The packaged service runs this file as .js next to a worker of the same kind.
const WORKER_FILE = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js", import.meta.url);

export type EmbedderOptions = {
  /** The folder of the model. */
  folder?: string;
  /** The package that runs the model. */
  runtime?: string;
};

/** Creates an embedder; nothing is loaded before its first text. Its thread does not keep the process alive. */
export function createEmbedder(options: EmbedderOptions = {}): Embedder & { close(): Promise<void> } {
  const { folder = modelFolder(), runtime = "onnxruntime-node" } = options;
  let pool: ThreadPool<EmbedderJobs> | undefined;
  /** Set once, because the cause cannot be fixed while the process runs. */
  let unavailable: EmbedderUnavailableError | undefined;

  async function embed(texts: readonly string[]): Promise<Float32Array[]> {
    // Native code runs in the thread, so it has no time limit: stopping it could end the process.
    pool ??= createThreadPool<EmbedderJobs>({ workerFile: WORKER_FILE, threads: 1, failure });
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += BATCH) {
      if (unavailable) throw unavailable;
      vectors.push(...(await pool.run("embed", { folder, runtime, texts: texts.slice(from, from + BATCH) })));
    }
    return vectors;
  }

  function failure(code: string, detail: string): Error {
    if (code !== UNAVAILABLE && code !== "crashed" && code !== "closed") return new Error(detail);
    const error = new EmbedderUnavailableError(
      code === UNAVAILABLE
        ? `The model that compares meanings cannot be loaded (${detail.split("\n")[0]}). Install the optional package ${runtime}, then start the service again.`
        : "The thread of the model that compares meanings has ended.",
    );
    if (code === UNAVAILABLE) unavailable = error;
    return error;
  }

  return {
    model: `${MODEL.name}:${MODEL.sha256.slice(0, 12)}`,
    embed,
    async close() {
      const open = pool;
      pool = undefined;
      await open?.close();
    },
  };
}

/** Next to the code: two folders up in the repository, as in the packaged service. */
function modelFolder(): string {
  return path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "..", "assets", "models", MODEL.name);
}
