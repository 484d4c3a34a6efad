// Turns texts into vectors whose closeness is closeness of meaning.

export type Embedder = {
  /** The model and its bytes. Vectors of different models must not be compared. */
  model: string;
  /** One vector of length 1 for each text, in order. Rejects with EmbedderUnavailableError where no model can be used. */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
};

/** Texts can be compared by their words only; the message says why. */
export class EmbedderUnavailableError extends Error {
  override readonly name = "EmbedderUnavailableError";
}

/** Of two vectors of length 1: 1 for the same meaning, around 0 for unrelated ones. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
