// Collections held in a thread's memory instead of a database: reading from them costs this thread the same as reading through the driver
// (decoding in batches), without first writing megabytes to a database. Supports reads only.
import { Worker } from "node:worker_threads";
import mongoose from "mongoose";
import type { Models } from "../../models/index.ts";
import { LOTS } from "./hugeDocuments.ts";

/** A query sent to the thread. */
export type Question = {
  model: keyof Models;
  filter: Record<string, unknown>;
  projection?: Record<string, 0 | 1>;
  sort?: Record<string, 1 | -1>;
  limit?: number;
};
/** A request for the next batch of a cursor; the first one includes the question. */
export type Ask = { cursor: number; question?: Question; most: number };
type Options = Omit<Question, "model" | "filter"> & { batchSize?: number };

/** Like MongoDB: the first batch is small, and each has a maximum size. */
const FIRST_BATCH = 101;
export const BATCH_BYTES = 16 * 1024 * 1024;

/** Makes a thread with huge documents serve the reads of these models. Returns a function that stops it. */
export function readFromThread(models: Models): () => Promise<unknown> {
  const worker = new Worker(new URL("./threadCollections.worker.ts", import.meta.url));
  const waiting = new Map<number, PromiseWithResolvers<Uint8Array>>();
  worker.on("message", ({ cursor, packed }) => waiting.get(cursor)?.resolve(packed));
  worker.on("error", (error) => {
    for (const { reject } of waiting.values()) reject(error);
  });
  const ask: Fetch = (wanted) => {
    const answer = Promise.withResolvers<Uint8Array>();
    waiting.set(wanted.cursor, answer);
    worker.postMessage(wanted);
    return answer.promise;
  };
  let cursors = 0;

  for (const model of Object.keys(LOTS) as (keyof Models)[]) {
    const find = (filter: Record<string, unknown>, options: Options = {}) => {
      const { projection, sort, limit } = options;
      return new Cursor(ask, ++cursors, { model, filter, projection, sort, limit }, options.batchSize);
    };
    Object.assign(models[model].collection, {
      find,
      async findOne(filter: Record<string, unknown>, options?: Options) {
        const [document = null] = await find(filter, { ...options, limit: 1 }).toArray();
        return document;
      },
      async countDocuments(filter: Record<string, unknown>) {
        return (await find(filter, { projection: { _id: 1 } }).toArray()).length;
      },
    });
  }
  return () => worker.terminate();
}

type Fetch = (wanted: Ask) => Promise<Uint8Array>;

/** The part of the driver's cursor that reads use. */
class Cursor {
  #batch: Uint8Array[] = [];
  #question: Question | undefined;
  #over = false;
  readonly #fetch: Fetch;
  readonly #id: number;
  readonly #size: number | undefined;

  constructor(fetch: Fetch, id: number, question: Question, size?: number) {
    this.#fetch = fetch;
    this.#id = id;
    this.#question = question;
    this.#size = size;
  }

  async hasNext(): Promise<boolean> {
    if (this.#batch.length > 0) return true;
    if (this.#over) return false;
    const question = this.#question;
    this.#question = undefined;
    const most = this.#size ?? (question ? FIRST_BATCH : Number.POSITIVE_INFINITY);
    const packed = await this.#fetch({ cursor: this.#id, question, most });
    const view = new DataView(packed.buffer);
    // A BSON document starts with its length.
    for (let at = 0; at < packed.length; at += view.getInt32(at, true))
      this.#batch.push(packed.subarray(at, at + view.getInt32(at, true)));
    this.#over = this.#batch.length === 0;
    return !this.#over;
  }

  readBufferedDocuments(most = this.#batch.length): unknown[] {
    return this.#batch.splice(0, most).map((bytes) => mongoose.mongo.BSON.deserialize(bytes));
  }

  async toArray(): Promise<unknown[]> {
    const all: unknown[] = [];
    while (await this.hasNext()) all.push(...this.readBufferedDocuments());
    return all;
  }

  async close(): Promise<void> {}
}
