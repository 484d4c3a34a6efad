// Vectors of texts: from the database if a text was seen before, otherwise from the model.

import { type Embedder, EmbedderUnavailableError } from "../../domain/functional/find/embedder.ts";
import type { Models } from "../index.ts";
import { keepVectors, readVectors } from "./queries.ts";

/** The dependencies for comparing by meaning; the API and workers have them. */
export type MeaningContext = {
  models: Models;
  embedder: Embedder;
  now(): Date;
  log(level: "warn", message: string, fields?: Record<string, unknown>): void;
};

export type Meanings = {
  /** By text; texts may be missing. */
  vectors: ReadonlyMap<string, Float32Array>;
  /** Why texts have no vector, as a sentence for the response; null if all have one. */
  warning: string | null;
};

/** Maximum number of new texts per call, in the given order: about 6 s of one processor. */
const MAX_NEW = 1_000;

/** Returns vectors, those of the first texts first if there are too many. A missing model is a warning, never a failure. */
export async function meaningsOf(ctx: MeaningContext, texts: readonly string[]): Promise<Meanings> {
  const { models, embedder } = ctx;
  const wanted = [...new Set(texts)];
  const known = await readVectors(models, { model: embedder.model, texts: wanted, now: ctx.now() });
  const unknown = wanted.filter((text) => !known.has(text));
  const chosen = unknown.slice(0, MAX_NEW);
  if (chosen.length === 0) return { vectors: known, warning: null };
  let made: Float32Array[];
  try {
    made = await embedder.embed(chosen);
  } catch (error) {
    if (!(error instanceof EmbedderUnavailableError)) throw error;
    ctx.log("warn", "texts are compared by words only", { reason: error.message });
    return { vectors: new Map(), warning: `Compared by words only, not by meaning. ${error.message}` };
  }
  const fresh = new Map(chosen.map((text, at) => [text, made[at] as Float32Array]));
  await keepVectors(models, { model: embedder.model, vectors: fresh, now: ctx.now() });
  const left = unknown.length - chosen.length;
  const warning =
    left > 0
      ? `${left.toLocaleString("en-US")} texts were compared by words only, because their meanings are not computed yet. Search again to continue.`
      : null;
  return { vectors: new Map([...known, ...fresh]), warning };
}
