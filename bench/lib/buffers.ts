// Inserts documents in bulk, for benchmarks that write thousands.
import type { Models } from "../../models/index.ts";
import { chunksOf } from "../../models/lib/chunks.ts";

/** Number of documents per insert. */
const BATCH = 400;

type Name = Exclude<keyof Models, "installations">;

/** Documents waiting to be inserted, by collection. */
export class Buffers {
  readonly #models: Models;
  readonly #held = new Map<Name, object[]>();
  constructor(models: Models) {
    this.#models = models;
  }
  async add(name: Name, documents: readonly object[]): Promise<void> {
    const own = this.#held.get(name) ?? [];
    own.push(...documents);
    this.#held.set(name, own);
    if (own.length >= BATCH) await this.#write(name);
  }
  async flush(): Promise<void> {
    for (const name of this.#held.keys()) await this.#write(name);
  }
  async #write(name: Name): Promise<void> {
    const own = this.#held.get(name) ?? [];
    this.#held.set(name, []);
    for (const some of chunksOf(own, BATCH)) await this.#models[name].collection.insertMany(some as never[]);
  }
}
