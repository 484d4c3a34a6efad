// Converts texts to vectors whose similarity reflects similarity of meaning.

export type Embedder = {
  /** Name of the model and hash of its files. Vectors of different models must not be compared. */
  model: string;
  /** Returns one vector of length 1 per text, in order. Rejects with EmbedderUnavailableError if no model can be used. */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
};

/** Thrown if texts can be compared only by their words. The message says why. */
export class EmbedderUnavailableError extends Error {
  override readonly name = "EmbedderUnavailableError";
}

/** Cosine of two vectors of length 1: 1 for the same meaning, around 0 for unrelated texts. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
